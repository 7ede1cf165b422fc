// Search first: names, classes, and what things are called in PTX, CUDA, HIP, OpenCL, LLVM, SPIR-V and HLSL.
'use strict';
(() => {
  const { h, put, code, address, announce } = Isotope;
  const SHOWN = 60;
  const index = Isotope.index;
  const badge = isa => h('span', { class: 'badge ' + isa }, isa);

  // What can be found: a name, where it leads, what is said of it, the names it has.
  const entries = [];
  const known = new Set();
  for (const [isa, name, purpose, mnemonics, own, operations] of index.pages) {
    const { name: set, targets } = index.isas[isa];
    entries.push({ set, name, purpose, names: [name, ...mnemonics], aliases: own, link: address('ins', `${set}/${name}`), weight: 2 });
    for (const [operation, aliases] of operations) {
      const op = `${set}:${operation}`;
      known.add(op);
      entries.push({ set, name: operation, purpose: `operation of ${name}`, names: [operation], aliases, link: address('op', op), op, weight: 3, target: targets[0] });
    }
  }
  const setOf = target => index.isas.find(({ targets }) => targets.includes(target))?.name || target;
  for (const { name: kind, title, rows } of index.classes) {
    for (const { specs } of rows) {
      for (const spec of specs) {
        const [target, operation] = spec.split(/:(.*)/s);
        if (known.has(spec)) { entries.find(entry => entry.op === spec).purpose = title; continue; }
        known.add(spec);
        const set = setOf(target);
        entries.push({ set, name: operation, purpose: title + (set === target ? '' : `, ${target}`), names: [operation], aliases: [], link: address('op', spec), op: spec, weight: 1 });
      }
    }
  }
  Isotope.specs = entries.filter(entry => entry.op).map(entry => entry.op);
  Isotope.setOf = setOf;
  Isotope.badge = badge;
  for (const entry of entries) {
    entry.lower = entry.names.map(name => name.toLowerCase());
    entry.others = entry.aliases.map(name => name.toLowerCase());
    entry.words = (entry.purpose + ' ' + entry.set).toLowerCase();
  }

  // How well a name fits, 0 for not at all.
  function fit(name, wanted) {
    if (name === wanted) return 100;
    if (name.startsWith(wanted)) return 70 - Math.min(30, name.length - wanted.length);
    const at = name.indexOf(wanted);
    if (at < 0) return 0;
    return (/[^a-z0-9]/.test(name[at - 1]) ? 38 : 20) - Math.min(15, (name.length - wanted.length) / 4);
  }
  function score(entry, wanted, words) {
    let best = Math.max(...entry.lower.map(name => fit(name, wanted))), by = '';
    entry.others.forEach((name, n) => {
      const found = fit(name, wanted) - 1;
      if (found > best) [best, by] = [found, entry.aliases[n]];
    });
    if (best <= 0) {
      // Each word somewhere: "sm_50 increment", "max float lds".
      const all = [...entry.lower, ...entry.others, entry.words].join(' ');
      if (words.length && words.every(word => all.includes(word))) best = 8;
    }
    return best > 0 ? { entry, by, score: best + entry.weight } : null;
  }
  function search(text) {
    const wanted = text.trim().toLowerCase(), words = wanted.split(/\s+/).filter(Boolean);
    if (!wanted) return [];
    const found = entries.map(entry => score(entry, wanted.replace(/\(\)$/, ''), words)).filter(Boolean);
    return found.sort((a, b) => b.score - a.score || (a.by ? 0 : a.entry.name.length - b.entry.name.length));
  }
  Isotope.search = search;

  function results(text) {
    const found = search(text);
    announce(found.length ? `${found.length} found` : 'nothing found');
    if (!found.length) return h('p', { class: 'none' }, 'Nothing is called ', code(text.trim()), '. Try a mnemonic (', code('ATOM.INC'), '), an intrinsic (', code('atomicInc'), '), or words (', code('float max'), ').');
    return [
      h('p', { class: 'count' }, found.length === 1 ? '1 found' : `${found.length} found` + (found.length > SHOWN ? `, the first ${SHOWN}` : '')),
      h('ul', { class: 'results' }, found.slice(0, SHOWN).map(({ entry, by }) => h('li', {}, h('a', { href: entry.link },
        badge(entry.set), code(entry.name), entry.op ? h('span', { class: 'live' }, 'live bits') : '', h('span', { class: 'purpose' }, by ? [code(by), ' – '] : '', entry.purpose))))),
    ];
  }

  function home() {
    const example = (text, href) => h('li', {}, h('a', { href }, text));
    return [
      h('h1', {}, 'What exactly does this instruction do to these bits?'),
      h('p', {}, 'Every instruction of NVIDIA SPA 5.0, Intel vISA and AMD RDNA3, run by the same library as the ', code('isotope'),
        ' command: here, in this page. Type a name above, or begin with one of these.'),
      h('h2', {}, 'Try'),
      h('ul', { class: 'tries' },
        example('CUDA’s atomicInc, and what others do on the same bits', address('op', 'sm_50:ATOM.INC', { mem: '0x9', src0: '0x9' })),
        example('A float maximum with a NaN in local data share', address('op', 'gfx1100:ds_max_f32', { mem: '0x3f800000', src0: '0x7fc00005' })),
        example('Is Intel’s inc what CUDA’s is?', address('equiv', '', { a: 'visa:svm_atomic.inc', b: 'sm_50:ATOM.INC', assume: 'src0 == 0xffffffff' })),
        example('The bits of an instruction', address('asm', 'sm_50', { code: 'ATOM.E.ADD R0, [R2], R4' })),
        example('A kernel, step by step', address('kernel', '', { sample: 'spin_lock.gfx1100' }))),
      h('h2', {}, 'Classes'),
      h('ul', { class: 'chips' }, index.classes.map(({ name, title, rows }) =>
        h('li', {}, h('a', { href: address('matrix', name) }, h('b', {}, name), ' ', title, h('small', {}, ` ${rows.length}`))))),
      h('h2', {}, 'Pages'),
      h('ul', { class: 'chips' }, index.isas.map(({ name, title }, n) => h('li', {}, h('a', { href: 'index.html#' + name },
        h('b', {}, name), ' ', title, h('small', {}, ` ${index.pages.filter(([isa]) => isa === n).length}`))))),
    ];
  }

  let input = null;
  Isotope.pane('search', {
    title: ({ query }) => query.get('q') || 'Search',
    show(root, { query }) {
      const text = query.get('q') || '';
      if (document.activeElement !== input) input.value = text;
      put(root, text.trim() ? results(text) : home());
    },
    leave() { input.value = ''; },
  });
  Isotope.setUp = () => {
    input = document.getElementById('query');
    const links = () => [...document.querySelectorAll('.results a')];
    input.addEventListener('input', () => {
      const to = address('search', '', { q: input.value });
      // One entry of the history for a search, not one a key.
      if (Isotope.read().pane === 'search') { history.replaceState(null, '', to); Isotope.again(); } else location.hash = to;
    });
    input.addEventListener('keydown', event => {
      const [first] = links();
      if (event.key === 'Enter' && first && Isotope.read().pane === 'search') location.hash = first.getAttribute('href');
      if (event.key === 'ArrowDown' && first) { event.preventDefault(); first.focus(); }
      if (event.key === 'Escape') { input.value = ''; input.dispatchEvent(new Event('input')); }
    });
    document.getElementById('pane').addEventListener('keydown', event => {
      const all = links(), at = all.indexOf(document.activeElement);
      if (at < 0 || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
      event.preventDefault();
      (event.key === 'ArrowUp' && at === 0 ? input : all[Math.max(0, Math.min(all.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]).focus();
    });
    document.getElementById('search').addEventListener('submit', event => event.preventDefault());
  };
})();
