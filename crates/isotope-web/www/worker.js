// The library in a worker. The first message has its bytes; each later one is a request with a number.
'use strict';
let wasm = null;
const waiting = [];

function answer({ id, request }) {
  const { memory, room, answer, reply } = wasm.exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  // The memory is another object after it has grown: ask for addresses first.
  const to = room(bytes.length);
  new Uint8Array(memory.buffer, to, bytes.length).set(bytes);
  const length = answer(), from = reply();
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
  postMessage({ id, answer: JSON.parse(text) });
}

function tried(message) {
  try {
    answer(message);
  } catch (error) {
    // The library has stopped in the middle of something: nothing in it can be relied on any more.
    postMessage({ id: message.id, answer: { error: `the library stopped: ${error.message}` }, broken: true });
  }
}

onmessage = async ({ data }) => {
  if (!data.bytes) {
    if (wasm) tried(data); else waiting.push(data);
    return;
  }
  wasm = (await WebAssembly.instantiate(data.bytes, {})).instance;
  postMessage({ ready: true });
  waiting.splice(0).forEach(tried);
};
