// What all panes share: the address as state, elements, the library in its workers.
'use strict';
const Isotope = (() => {
  const panes = new Map();

  // ---- elements ----

  const isNode = child => child instanceof Node;
  function fill(element, children) {
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== false) element.append(isNode(child) ? child : String(child));
    }
    return element;
  }
  // h('a', { href, class, onclick, 'aria-label' }, ..children)
  function h(tag, given = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(given)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
      else if (key === 'value' || key === 'checked' || key === 'disabled') element[key] = value;
      else element.setAttribute(key, value === true ? '' : value);
    }
    return fill(element, children);
  }
  const put = (element, ...children) => { element.replaceChildren(); return fill(element, children); };
  const code = text => h('code', {}, text);
  // Text with `code` in it.
  const marked = text => text.split('`').map((part, n) => n % 2 ? code(part) : part);
  const announce = text => { document.getElementById('said').textContent = text; };
  const failed = error => h('p', { class: 'wrong', role: 'alert' }, String(error.message || error));

  // ---- the address ----

  // #pane/argument?key=value&key=value
  function read(hash = location.hash) {
    const [path, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
    const [pane, ...rest] = path.split('/');
    return { pane: panes.has(pane) ? pane : 'search', argument: decodeURIComponent(rest.join('/')), query: new URLSearchParams(query) };
  }
  function address(pane, argument = '', query = {}) {
    const pairs = query instanceof URLSearchParams ? query : new URLSearchParams();
    if (pairs !== query) {
      for (const [key, value] of Object.entries(query)) {
        for (const one of [value].flat()) if (one !== null && one !== undefined && one !== '') pairs.append(key, one);
      }
    }
    // What can stand as it is stays readable.
    const plain = text => text.replace(/%3A/gi, ':').replace(/%2C/gi, ',').replace(/%2F/gi, '/').replace(/%5B/gi, '[').replace(/%5D/gi, ']');
    const behind = plain(pairs.toString());
    return '#' + pane + (argument ? '/' + plain(encodeURIComponent(argument)).replace(/%3D/gi, '=') : '') + (behind ? '?' + behind : '');
  }
  // Small changes of what is shown replace the address; links go to another one.
  const remember = (pane, argument, query) => history.replaceState(null, '', address(pane, argument, query));

  let shown = null, current = null;
  function show() {
    const state = read();
    if (current && current.leave && shown !== state.pane) current.leave();
    current = panes.get(state.pane);
    for (const link of document.querySelectorAll('#tabs a')) {
      if (link.dataset.pane === state.pane) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
    }
    const main = document.getElementById('pane');
    if (shown !== state.pane) {
      main.replaceChildren();
      main.className = 'pane-' + state.pane;
      current.root = main;
      scrollTo(0, 0);
    }
    shown = state.pane;
    current.show(main, state);
    document.title = (current.title ? current.title(state) + ' – ' : '') + 'Isotope explorer';
  }

  // ---- the library ----

  // A script that is loaded when it is needed; each once.
  const scripts = new Map();
  function script(name) {
    if (!scripts.has(name)) {
      scripts.set(name, new Promise((resolve, reject) => {
        const element = h('script', { src: `explorer/${name}` });
        element.onload = resolve;
        element.onerror = () => { scripts.delete(name); reject(new Error(`explorer/${name} is not there; isotope docs --export writes it`)); };
        document.head.append(element);
      }));
    }
    return scripts.get(name);
  }
  const decoded = base64 => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  let bytes = null;
  const library = () => bytes ||= script('library.js').then(() => {
    const all = decoded(Isotope.wasm);
    delete Isotope.wasm;
    return all;
  });

  // A worker that is started when it is first asked, and again after it was stopped.
  class Library {
    constructor() { this.worker = null; this.calls = new Map(); this.next = 1; }
    start() {
      if (this.worker) return;
      const worker = new Worker(URL.createObjectURL(new Blob([Isotope.worker], { type: 'text/javascript' })));
      worker.onmessage = ({ data }) => {
        if (data.ready) return;
        const call = this.calls.get(data.id);
        this.calls.delete(data.id);
        if (data.broken) this.stop('the library was started again');
        if (call) data.answer.error === undefined ? call.resolve(data.answer.ok) : call.reject(new Error(data.answer.error));
      };
      worker.onerror = event => this.stop(event.message || 'the worker stopped');
      this.worker = worker;
      library().then(all => worker.postMessage({ bytes: all }), error => this.stop(error.message));
    }
    ask(request) {
      if (!this.worker) this.start();
      const id = this.next++;
      return new Promise((resolve, reject) => {
        this.calls.set(id, { resolve, reject });
        this.worker.postMessage({ id, request });
      });
    }
    get busy() { return this.calls.size !== 0; }
    stop(why) {
      if (this.worker) this.worker.terminate();
      this.worker = null;
      for (const call of this.calls.values()) call.reject(new Error(why));
      this.calls.clear();
    }
  }
  const main = new Library(), proof = new Library();

  // ---- keys ----

  const typing = target => target.closest('input, textarea, select, [contenteditable]');
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target)) {
      event.preventDefault();
      document.getElementById('query').focus();
      document.getElementById('query').select();
    }
  });

  // Only the last of several answers counts: a token is current until the next one is taken.
  function turns() {
    let last = 0;
    return () => { const mine = ++last; return () => mine === last; };
  }

  return {
    h, put, fill, code, marked, announce, failed, read, address, remember, main, proof, turns,
    script, decoded, instructions: {},
    pane: (name, pane) => panes.set(name, pane),
    start() {
      addEventListener('hashchange', show);
      show();
      // The library starts when the page has been seen.
      requestAnimationFrame(() => setTimeout(() => main.start(), 0));
    },
    again: show,
  };
})();
