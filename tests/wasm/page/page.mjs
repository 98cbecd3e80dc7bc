// Hashes the file that is dropped on the page, chunk by chunk, by both providers in turn.
import { connect } from './wasi_browser.mjs';

const byId = (id) => document.getElementById(id);
const providers = [0, 1]; // fastsha2, default

function say(text) {
    byId('status').textContent = text;
}

const wasi = connect();
const { instance } = await WebAssembly.instantiateStreaming(fetch('fastsha2_page.wasm'), wasi.imports);
wasi.memory = instance.exports.memory;
const page = instance.exports;
page._initialize();

function text(at) {
    const bytes = new Uint8Array(page.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

function must(done) {
    if (!done) throw new Error(wasi.errors() || 'libcrypto failed');
    return done;
}

async function hash(file) {
    const spent = [0, 0];
    const size = page.page_chunk_size();
    must(page.page_start(byId('digest').value === 'SHA2-512' ? 1 : 0));
    for (let at = 0; at < file.size; at += size) {
        const bytes = new Uint8Array(await file.slice(at, at + size).arrayBuffer());
        new Uint8Array(page.memory.buffer).set(bytes, page.page_chunk());
        // Who comes first has a cold cache: they take turns.
        for (const provider of (at / size) % 2 ? providers.toReversed() : providers) {
            const start = performance.now();
            must(page.page_update(provider, bytes.length));
            spent[provider] += performance.now() - start;
        }
        byId('progress').value = (at + bytes.length) / file.size;
    }
    byId('progress').value = 1;
    for (const provider of providers) {
        byId(`digest${provider}`).textContent = text(must(page.page_final(provider)));
        byId(`speed${provider}`).textContent =
            spent[provider] > 0 ? (file.size / 1000 / spent[provider]).toFixed(0) : '–';
    }
}

let busy = false;
async function show(file) {
    if (busy || !file) return;
    busy = true;
    byId('progress').value = 0;
    for (const provider of providers)
        byId(`digest${provider}`).textContent = byId(`speed${provider}`).textContent = '';
    say(`Hashing ${file.name}…`);
    try {
        await hash(file);
        const [ours, theirs] = providers.map((provider) => byId(`digest${provider}`).textContent);
        say(ours === theirs ? `${file.name}: ${file.size} bytes, same digest` : 'The digests DIFFER');
    } catch (error) {
        say(`${file.name}: ${error.message}`);
    }
    busy = false;
}

const drop = byId('drop');
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
    drop.addEventListener(type, (event) => {
        event.preventDefault();
        drop.classList.toggle('over', type === 'dragenter' || type === 'dragover');
        if (type === 'drop') show(event.dataTransfer.files[0]);
    });
byId('file').addEventListener('change', (event) => show(event.target.files[0]));

try {
    must(page.page_open());
    byId('backends').textContent = `back ends: ${text(page.page_back_ends())}`;
    say('Ready');
} catch (error) {
    say(error.message);
}
