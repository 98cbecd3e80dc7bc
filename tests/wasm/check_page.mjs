// node check_page.mjs DIR: serves the built page of DIR to a headless Chromium, drops files on it as a person would,
// and checks what it shows against Node's own digests.
//
// Chromium is spoken to by the DevTools protocol over a pipe. Exit: 0 passed; 77 there is no Chromium; else a fault.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [dir] = process.argv.slice(2);
const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
if (!browser) {
    console.log('check_page: skipped: there is no Chromium (Debian: apt-get install chromium)');
    process.exit(77);
}

const types = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
    const path = normalize(request.url === '/' ? '/index.html' : request.url);
    try {
        const body = readFileSync(join(dir, path));
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const temporary = mkdtempSync(join(tmpdir(), 'fastsha2-page-'));
const chromium = spawn(browser, [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    `--user-data-dir=${join(temporary, 'profile')}`, '--remote-debugging-pipe', 'about:blank',
], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
const ended = new Promise((resolve) => chromium.on('exit', resolve));

// A message is JSON and ends with a zero byte.
const waiting = new Map();
let received = '', sent = 0;
chromium.stdio[4].setEncoding('utf8').on('data', (data) => {
    received += data;
    for (let end; (end = received.indexOf('\0')) >= 0; received = received.slice(end + 1)) {
        const { id, result, error } = JSON.parse(received.slice(0, end));
        if (error) waiting.get(id)?.reject(new Error(error.message));
        else waiting.get(id)?.resolve(result);
        waiting.delete(id);
    }
});
chromium.stdio[3].on('error', () => {});
function call(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
        waiting.set(++sent, { resolve, reject });
        chromium.stdio[3].write(JSON.stringify({ id: sent, method, params, sessionId }) + '\0');
    });
}

function must(done, what) {
    if (!done) throw new Error(what);
    return done;
}

async function run() {
    const { targetId } = await call('Target.createTarget',
        { url: `http://127.0.0.1:${server.address().port}/` });
    const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
    const evaluate = async (expression) => {
        const { result, exceptionDetails } =
            await call('Runtime.evaluate', { expression, returnByValue: true }, sessionId);
        must(!exceptionDetails, `${expression}: ${exceptionDetails?.exception?.description}`);
        return result.value;
    };
    const shows = async (pattern) => {
        let shown;
        for (let i = 0; i < 600; i++, await sleep(100)) {
            shown = await evaluate('document.getElementById("status")?.textContent ?? ""');
            if (pattern.test(shown)) return shown;
        }
        throw new Error(`the page shows '${shown}', not ${pattern}`);
    };
    const element = (id, property = 'textContent') =>
        evaluate(`document.getElementById(${JSON.stringify(id)}).${property}`);

    await shows(/^Ready$/);
    const backEnds = await element('backends');
    must(/sha256=\w+ sha512=\w+/.test(backEnds), `the page names no back ends: '${backEnds}'`);
    const box = await evaluate(
        '(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 4 }))' +
        '(document.getElementById("drop").getBoundingClientRect())');

    for (const [name, algorithm] of [['SHA2-256', 'sha256'], ['SHA2-512', 'sha512']])
        for (const size of [0, 1, 1000, (1 << 20), (32 << 20) + 12345]) {
            const file = join(temporary, `${algorithm}-${size}`);
            const bytes = Buffer.alloc(size, 'what is dropped on the page ');
            writeFileSync(file, bytes);
            await evaluate(`document.getElementById("digest").value = ${JSON.stringify(name)}`);
            const data = { items: [], files: [file], dragOperationsMask: 1 };
            for (const type of ['dragEnter', 'dragOver', 'drop'])
                await call('Input.dispatchDragEvent', { type, ...box, data }, sessionId);
            await shows(new RegExp(`^${algorithm}-${size}: ${size} bytes, same digest$`));
            const want = createHash(algorithm).update(bytes).digest('hex');
            for (const provider of [0, 1]) {
                const got = await element(`digest${provider}`);
                must(got === want, `${name} of ${size} bytes by provider ${provider}: '${got}', not '${want}'`);
                const speed = await element(`speed${provider}`);
                must(size < 1 << 20 || Number(speed) > 0, `the speed is shown as '${speed}'`);
            }
            must((await element('progress', 'value')) === 1, 'the progress bar is not at its end');
            if (size > 1 << 24)
                console.log(`check_page: ${name}, ${size} bytes: ${await element('speed0')} MB/s, ` +
                    `default ${await element('speed1')} MB/s`);
        }
    console.log(`check_page: passed, ${backEnds}`);
}

try {
    await Promise.race([run(), ended.then(() => { throw new Error('Chromium ended'); })]);
} catch (error) {
    console.log(`check_page: FAILED: ${error.message}`);
    process.exitCode = 1;
} finally {
    if (chromium.exitCode === null) await call('Browser.close').catch(() => {});
    await Promise.race([ended, sleep(5000)]);
    chromium.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
