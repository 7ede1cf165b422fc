// A kernel: a file is dropped, launched, and walked through, forwards and backwards.
'use strict';
(() => {
  const { h, put, code, address, main, turns, failed, announce, remember } = Isotope;
  const turn = turns();
  let at = null;

  const hex = n => '0x' + n.toString(16).padStart(4, '0');
  const base64 = bytes => { let text = ''; for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096)); return btoa(text); };
  const lanesOf = mask => { const all = []; for (let n = 0, m = BigInt(mask); m; n++, m >>= 1n) if (m & 1n) all.push(n); return all; };
  // 0-3, 7
  function ranges(list) {
    const out = [];
    list.forEach(n => { const last = out.at(-1); if (last && last[1] === n - 1) last[1] = n; else out.push([n, n]); });
    return out.map(([a, b]) => a === b ? a : `${a}-${b}`).join(', ') || 'none';
  }

  // ---- the address: sample or file, launch, and where it stands ----

  const state = () => ({ sample: at.sample || '', file: at.sample ? '' : at.fileName || '', kernel: at.form.kernel, grid: at.form.grid, block: at.form.block, arg: at.form.arguments,
    turns: at.view ? at.view.schedule : '', at: at.view && at.view.at !== at.view.end ? at.view.at : '', wave: at.wave !== '0.0' ? at.wave : '' });
  const keep = () => remember('kernel', '', state());

  // ---- a file ----

  async function load(bytes, name, sample, given) {
    const mine = turn();
    put(at.out, h('p', { class: 'wait' }, 'Reading …'));
    try {
      const info = await main.ask({ do: 'load', file: base64(bytes) });
      if (!mine()) return;
      Object.assign(at, { info, fileName: name, sample: sample ? sample.name : '', source: sample ? sample.source : null, view: null, wave: '0.0' });
      const chosen = info.kernels.find(({ name }) => name === (given.kernel || sample?.kernel)) || info.kernels[0];
      at.form = { kernel: chosen ? chosen.name : '', ...suggested(chosen), ...(sample && sample.kernel === chosen?.name ? { grid: sample.grid, block: sample.block, arguments: sample.arguments } : {}), ...given.form };
      announce(`${name}: ${info.kernels.length} kernels for ${info.target}`);
      form();
      put(at.out);
      if (sample || given.form) await launch(given);
    } catch (error) {
      if (mine()) put(at.out, failed(error));
    }
  }
  // Pointers are buffers, and so may be 8 bytes of which the file does not say what they are.
  const suggested = kernel => ({ grid: '1', block: kernel?.block || '1', arguments: (kernel?.arguments || []).map(({ name, bytes, address_space: space }, n) =>
    ['shared', 'private'].includes(space) ? '64' : space || bytes === 8 ? `${/^\w+$/.test(name || '') ? name : `a${n}`}=u32[64]:0` : bytes <= 8 ? '1' : '') });

  // ---- its launch ----

  function form() {
    const { info } = at, kernel = info.kernels.find(({ name }) => name === at.form.kernel);
    const select = h('select', { id: 'kernel' }, info.kernels.map(({ name }) => h('option', { value: name }, name)));
    select.value = at.form.kernel;
    select.addEventListener('change', () => { const chosen = info.kernels.find(({ name }) => name === select.value); at.form = { kernel: select.value, ...suggested(chosen) }; at.view = null; form(); put(at.out); keep(); });
    const field = (id, label, value, wide) => h('p', { class: 'field' }, h('label', { for: id }, label), h('input', { id, value, class: wide ? 'hex wide' : 'hex', spellcheck: 'false', autocomplete: 'off' }));
    const names = (kernel?.arguments || []).map((argument, n) => `argument ${n}${argument.name ? ` ${argument.name}` : ''}${argument.type ? `, ${argument.type}` : ''}${argument.address_space ? `, ${argument.address_space}` : ''}`);
    const count = Math.max(names.length, at.form.arguments.length);
    const area = Array.from({ length: count }, (_, n) => field(`arg-${n}`, names[n] || `argument ${n}`, at.form.arguments[n] || '', true));
    const launchForm = h('form', { class: 'launch', 'aria-label': 'launch' }, h('div', { class: 'row' }, h('p', { class: 'field' }, h('label', { for: 'kernel' }, `Kernel of ${at.fileName}, ${info.target}`), select), field('grid', 'Groups', at.form.grid), field('block', 'Group size', at.form.block)),
      h('div', { class: 'args' }, area), h('p', {}, h('button', {}, 'Launch'), h('small', {}, ' Buffers as ', code('x=u32[8]:0'), ' or ', code('x=f32[]:1,2.5'), ', values as ', code('7'), ' or ', code('1.5'), '.')));
    launchForm.addEventListener('submit', event => {
      event.preventDefault();
      const value = id => launchForm.querySelector('#' + id).value.trim();
      at.form = { kernel: select.value, grid: value('grid'), block: value('block'), arguments: Array.from({ length: count }, (_, n) => value(`arg-${n}`)) };
      at.wave = '0.0';
      launch({});
    });
    const not = (kernel?.not_modelled || []).map(what => h('li', {}, typeof what === 'string' ? what : what.text || what.what || JSON.stringify(what)));
    put(at.formAt, launchForm, not.length ? h('details', {}, h('summary', {}, `Not modelled: ${not.length}`), h('ul', {}, not)) : '');
  }

  async function launch(given) {
    const mine = turn();
    put(at.out, h('p', { class: 'wait' }, 'Launching …'));
    try {
      const view = await main.ask({ do: 'launch', ...at.form, wave: '0.0' });
      if (!mine()) return;
      at.listing = view.listing;
      at.warning = view.warning;
      at.view = view;
      build();
      // The turns of the address are taken again.
      for (const turn of (given.turns || '').split(' ').filter(Boolean)) {
        const [wave, steps] = turn.split(':');
        at.view = await main.ask({ do: 'go', wave, steps: Number(steps) || 0, who: 'wave' });
        if (!mine()) return;
      }
      if (given.at) at.view = await main.ask({ do: 'go', wave: given.wave || '0.0', to: Number(given.at) });
      else if (given.wave || given.turns) at.view = await main.ask({ do: 'go', wave: given.wave || '0.0', to: at.view.at });
      at.wave = given.wave || '0.0';
      if (mine()) draw();
    } catch (error) {
      if (mine()) put(at.out, failed(error));
    }
  }

  // ---- the walk ----

  async function go(request) {
    if (!at || !at.view || at.busy) return;
    at.busy = true;
    try {
      const before = at.view.at;
      at.view = await main.ask({ do: 'go', wave: at.wave, ...request });
      if (request.steps && at.view.at === before) announce('no step can be taken');
      draw();
    } catch (error) {
      put(at.told, failed(error));
    } finally {
      if (at) at.busy = false;
    }
  }
  const acts = {
    first: () => go({ to: 0 }), back: () => go({ back: 1 }), step: () => go({ steps: 1, who: 'wave' }), all: () => go({ steps: 1, who: 'all' }),
    run: () => go({ steps: 4000, who: 'run' }), forward: () => go({ to: at.view.at + 1 }), end: () => go({ to: at.view.end }),
  };

  function build() {
    const button = (act, label, text, key) => h('button', { type: 'button', 'data-act': act, 'aria-label': label, title: key ? `${label} (${key})` : label, onclick: acts[act] }, text);
    at.buttons = h('div', { class: 'controls', role: 'group', 'aria-label': 'Steps' }, button('first', 'To the start', '|◀', 'Home'), button('back', 'One step back', '◀', '←'), button('forward', 'One step forward among those that were taken', '▷', ''),
      button('step', 'One step of this wave', '▶ step', '→'), button('all', 'One step of every wave', '▶ all', 'a'), button('run', 'Run until all have ended or wait', '▶▶ run', 'r'), button('end', 'To the last step that was taken', '▶|', 'End'));
    [at.state, at.waves, at.code, at.lanes, at.buffers, at.registers, at.told] = Array.from({ length: 7 }, () => h('div'));
    at.state = h('output', { 'aria-live': 'polite' });
    const part = (id, title, body, kind) => h('section', { class: kind || '', 'aria-labelledby': id }, h('h2', { id }, title), body);
    put(at.out, at.warning ? h('p', { class: 'wrong' }, at.warning) : '', h('div', { class: 'walkbar' }, at.buttons, at.state), at.waves,
      h('div', { class: 'panels' }, part('code-h', 'Code', at.code, 'codepart'), h('div', { class: 'side' }, part('told-h', 'The last step', at.told), part('memory-h', 'Memory', at.buffers))),
      part('lanes-h', 'Lanes over time', at.lanes), part('registers-h', 'Registers', at.registers));
    const lines = new Map((at.source ? at.source.text.split('\n') : []).map((line, n) => [n + 1, line]));
    let last = '';
    at.rows = new Map();
    put(at.code, h('div', { class: 'scroll listing', tabindex: 0, role: 'region', 'aria-label': 'instructions' }, h('table', {}, h('tbody', {}, at.listing.map(([where, text, source]) => {
      const place = source ? `${source[0].split('/').pop()}:${source[1]}` : '', fresh = place && place !== last;
      last = place || last;
      const row = h('tr', {}, h('td', { class: 'marks' }), h('td', { class: 'dim' }, hex(where)), h('td', {}, code(text)));
      at.rows.set(where, row);
      return [fresh ? h('tr', { class: 'source' }, h('td', {}), h('td', { class: 'dim' }, place.split(':').pop()), h('td', {}, at.source && lines.has(source[1]) && place.startsWith(at.source.name) ? lines.get(source[1]) : place)) : '', row];
    })))));
  }

  function draw() {
    const { view } = at;
    keep();
    const wave = view.waves.find(({ wave }) => wave === at.wave) || view.waves[0];
    put(at.state, `step ${view.at}` + (view.end > view.at ? ` of ${view.end}` : '') + (view.stop ? ` – stopped: ${view.stop}` : view.done ? ' – every wave has ended' : ''));
    put(at.waves, h('ul', { class: 'chips', 'aria-label': 'waves' }, view.waves.slice(0, 64).map(({ wave, status, address, lanes }) => h('li', {}, h('button', { type: 'button', 'data-wave': wave, 'aria-pressed': String(wave === at.wave), onclick: () => { at.wave = wave; go({ to: at.view.at }); } },
      h('b', {}, wave), ' ', status === 'ready' ? address === null ? '' : hex(address) : status, h('small', {}, ` lanes ${ranges(lanesOf(lanes))}`))))));
    const standing = new Map();
    for (const { wave, address } of view.waves) if (address !== null) standing.set(address, [...(standing.get(address) || []), wave]);
    for (const [where, row] of at.rows) {
      const here = standing.get(where) || [], mine = here.includes(at.wave);
      row.className = mine ? 'here' : '';
      if (mine) row.setAttribute('aria-current', 'step'); else row.removeAttribute('aria-current');
      put(row.firstChild, mine ? '▶' : here.length ? '▷' : '', here.length ? h('small', {}, here.length > 3 ? ` ${here.length} waves` : ` ${here.join(' ')}`) : '');
    }
    const here = at.rows.get(wave?.address);
    if (here) { const box = here.closest('.scroll'), top = here.offsetTop - box.clientHeight / 2; box.scrollTop = Math.max(0, top); }
    drawLanes();
    drawMemory();
    put(at.registers, view.registers.length ? h('div', { class: 'scroll' }, h('table', { class: 'registers' }, h('caption', {}, `of wave ${view.wave}, those that are not zero`), h('tbody', {}, view.registers.map(([name, values]) => h('tr', {}, h('th', { scope: 'row' }, code(name)), h('td', {}, values.length === 1 ? [code(values[0]), h('small', {}, ' everywhere')] : code(values.join(' ')))))))) : h('p', { class: 'none' }, 'All zero.'));
    tell();
  }

  async function tell() {
    const { view } = at, last = view.steps.at(-1), mine = turn();
    if (!last) return put(at.told, h('p', { class: 'none' }, 'None yet. → takes one, ← goes back.'));
    const [, wave, where] = last, instruction = (at.listing.find(([a]) => a === where) || [])[1];
    put(at.told, h('p', {}, `wave ${view.waves[wave].wave}: `, code(instruction || '')));
    try {
      const { report } = await main.ask({ do: 'told' });
      if (mine()) at.told.append(h('pre', { class: 'report', tabindex: 0, 'aria-label': 'what it did' }, report.split('\n').slice(1).join('\n').trim()));
    } catch (error) {
      if (mine()) at.told.append(h('p', { class: 'none' }, error.message));
    }
  }

  // A column a step, a row a lane of the wave that took it; a mark where a lane took part, another where it wrote.
  function drawLanes() {
    const { view } = at, shown = view.steps.slice(-96), waves = [...new Set(shown.map(([, wave]) => wave))].sort((a, b) => a - b);
    if (!shown.length) return put(at.lanes, h('p', { class: 'none' }, 'A column for each step, as they are taken.'));
    const table = h('table', { class: 'lanes' }, h('tbody', {}, waves.map(wave => h('tr', {}, h('th', { scope: 'row' }, view.waves[wave].wave), shown.map(([n, who, where, lanes, written]) => {
      const instruction = (at.listing.find(([a]) => a === where) || [])[1] || '';
      if (who !== wave) return h('td', {});
      const list = lanesOf(lanes), title = `step ${n + 1}: ${instruction}; lanes ${ranges(list)}${written ? `; ${written} writes` : ''}`;
      const width = Math.max(32, (list.at(-1) ?? 0) >= 32 ? 64 : 32);
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      svg.setAttribute('viewBox', `0 0 8 ${width}`);
      svg.setAttribute('aria-hidden', 'true');
      for (const part of ranges(list).split(', ').filter(part => part !== 'none')) {
        const [a, b = a] = part.split('-').map(Number), rect = document.createElementNS(svg.namespaceURI, 'rect');
        for (const [key, value] of Object.entries({ x: 1, width: 6, y: a, height: b - a + 0.9 })) rect.setAttribute(key, value);
        svg.append(rect);
      }
      return h('td', { class: n === view.at - 1 ? 'now' : '' }, h('button', { type: 'button', title, 'aria-label': title, onclick: () => go({ to: n + 1 }) }, svg, written ? h('span', { class: 'wrote' }, '•') : ''));
    })))));
    put(at.lanes, h('div', { class: 'scroll' }, table), h('p', { class: 'none' }, `Steps ${shown[0][0] + 1} to ${shown.at(-1)[0] + 1}; lane 0 is at the top, • a step that wrote.`));
    const box = at.lanes.querySelector('.scroll');
    box.scrollLeft = box.scrollWidth;
  }

  function writer(entry) {
    if (!entry) return 'as it was';
    const [step, lane] = entry, found = at.view.steps.find(([n]) => n === step);
    return `step ${step + 1}${found ? `, wave ${at.view.waves[found[1]].wave}` : ''}, lane ${lane}`;
  }
  function drawMemory() {
    const { view } = at, last = view.at - 1;
    const cell = (label, value, entry, changed) => h('li', { class: entry && entry[0] === last ? 'new' : changed ? 'changed' : '' },
      h('button', { type: 'button', title: `${label}: ${writer(entry)}`, 'aria-label': `${label} = ${value}, last written: ${writer(entry)}`, onclick: entry ? () => go({ to: entry[0] + 1 }) : null }, h('small', {}, label), ' ', value, entry ? h('small', { class: 'by', 'aria-hidden': 'true' }, entry[0] + 1) : ''));
    put(at.buffers, view.buffers.map(({ name, type, count, values, writers, changed }) => {
      // Long buffers are shown where something was written, and at their start.
      const kept = values.map((_, n) => n).filter(n => n < 16 || writers[n]).slice(0, 160);
      return [h('h3', {}, code(name), h('small', {}, ` ${type}[${count}]`)), h('ul', { class: 'cells' }, kept.map(n => cell(`[${n}]`, values[n], writers[n], changed[n]))), kept.length < count ? h('p', { class: 'none' }, `${count - kept.length} more are not shown.`) : ''];
    }), view.shared.length ? [h('h3', {}, 'shared memory', h('small', {}, ` of group ${view.wave.split('.')[0]}`)), h('ul', { class: 'cells' }, view.shared.slice(0, 160).map(([where, value, entry]) => cell(hex(where), value, entry, true)))] : '',
      h('p', { class: 'none' }, 'The number under a value is the step that wrote it last; a click goes there.'));
  }

  // ---- the pane ----

  const KEYS = { ArrowRight: 'step', ArrowLeft: 'back', Home: 'first', End: 'end', a: 'all', r: 'run' };
  document.addEventListener('keydown', event => {
    if (!at || !at.view || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, textarea, select, .scroll, [role=group] .bit')) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    acts[act]();
  });

  async function show(root, { query }) {
    // What this pane wrote into the address itself is shown already.
    if (at && at.root === root && root.contains(at.out) && at.form && Isotope.address('kernel', '', state()) === location.hash) return;
    const mine = turn();
    at = { root, form: null, view: null, wave: '0.0', formAt: h('div'), out: h('div') };
    const input = h('input', { type: 'file', id: 'file', class: 'hidden', accept: '.cubin,.co,.zebin,.bin,.hsaco,.elf,.o' });
    const drop = h('label', { for: 'file', class: 'drop' }, h('b', {}, 'Drop a cubin, code object or zebin here'), ' or choose one. It stays on this machine.');
    const read = async file => { if (file.size > 16 << 20) return put(at.out, failed(`expected at most 16 MiB, found ${file.size} bytes`)); load(new Uint8Array(await file.arrayBuffer()), file.name, null, {}); };
    input.addEventListener('change', () => { if (input.files[0]) read(input.files[0]); });
    drop.addEventListener('dragover', event => { event.preventDefault(); drop.classList.add('over'); });
    drop.addEventListener('dragleave', () => drop.classList.remove('over'));
    drop.addEventListener('drop', event => { event.preventDefault(); drop.classList.remove('over'); if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]); });
    const samples = h('ul', { class: 'chips', 'aria-label': 'samples' });
    put(root, h('h1', {}, 'A kernel, step by step'), drop, input, h('p', { class: 'small' }, 'Or one of ours:'), samples, at.formAt, at.out);
    try {
      await Isotope.script('samples.js');
      if (!mine()) return;
      put(samples, Isotope.samples.map(({ name, title }) => h('li', {}, h('a', { href: address('kernel', '', { sample: name }), 'aria-current': name === query.get('sample') ? 'page' : null, title }, name))));
      const sample = Isotope.samples.find(({ name }) => name === query.get('sample'));
      if (!sample) {
        if (query.get('file')) put(at.out, h('p', {}, 'This link is about ', code(query.get('file')), ': drop that file here.'));
        return;
      }
      const given = { kernel: query.get('kernel'), turns: query.get('turns'), at: query.get('at'), wave: query.get('wave') };
      if (query.get('grid')) given.form = { kernel: given.kernel || sample.kernel, grid: query.get('grid'), block: query.get('block') || '1', arguments: query.getAll('arg') };
      await load(Isotope.decoded(sample.file), sample.name, sample, given);
    } catch (error) {
      if (mine()) put(at.out, failed(error));
    }
  }

  Isotope.pane('kernel', { title: ({ query }) => query.get('sample') || query.get('file') || 'Kernel', show, leave() { turn(); at = null; } });
})();
