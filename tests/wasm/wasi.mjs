// node wasi.mjs PROGRAM.wasm [ARGUMENT…]: runs a program for WASI, which sees the machine's files, and as /tmp a
// folder of its own. Exits as the program does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), 'fastsha2-wasi-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const wasi = new WASI({
    version: 'preview1',
    args: [program, ...args],
    env: { ...process.env, TMPDIR: '/tmp' },
    preopens: { '/': '/', '/tmp': temporary },
    returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
