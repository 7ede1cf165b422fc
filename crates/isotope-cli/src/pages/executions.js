// Walks through the steps of each run, and draws from whose write a read took its value and who let whom go on.
'use strict';
const runs = [...document.querySelectorAll('section.run')].map(section => {
  const rows = [...section.querySelectorAll('tbody tr[id]')], output = section.querySelector('output');
  const run = { section, rows, at: 0 };
  run.go = to => {
    run.at = Math.max(0, Math.min(rows.length - 1, to));
    rows.forEach((row, n) => {
      row.classList.toggle('later', n > run.at);
      if (n === run.at) row.setAttribute('aria-current', 'step'); else row.removeAttribute('aria-current');
    });
    output.textContent = `step ${run.at} of ${rows.length - 1}: ${rows[run.at].dataset.said}`;
  };
  run.act = act => {
    run.go({ first: 0, back: run.at - 1, next: run.at + 1, last: rows.length - 1 }[act]);
    rows[run.at].scrollIntoView({ block: 'nearest' });
    last = run;
  };
  for (const button of section.querySelectorAll('button')) button.addEventListener('click', () => run.act(button.dataset.act));
  rows.forEach((row, n) => row.addEventListener('click', event => { if (!event.target.closest('a')) { run.go(n); last = run; } }));
  run.go(rows.length - 1);
  return run;
});
let last = runs[0];

const KEYS = { ArrowRight: 'next', j: 'next', ArrowLeft: 'back', k: 'back', Home: 'first', End: 'last' };
document.addEventListener('keydown', event => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const run = runs.find(run => run.section.contains(document.activeElement)) || last;
  if (run) { run.act(act); event.preventDefault(); }
});

function arrows() {
  for (const { section } of runs) {
    const stage = section.querySelector('.stage'), base = stage.getBoundingClientRect();
    const svg = stage.querySelector('svg');
    svg.replaceChildren();
    const draw = (from, to, kind) => {
      const a = from.querySelector('td.act')?.getBoundingClientRect(), b = to.querySelector('td.act')?.getBoundingClientRect();
      if (!a || !b) return;
      const x0 = (a.left + a.right) / 2 - base.left, y0 = a.bottom - base.top, x1 = (b.left + b.right) / 2 - base.left, y1 = b.top - base.top;
      const path = document.createElementNS(svg.namespaceURI, 'path'), bend = x0 === x1 ? 60 : 0;
      path.setAttribute('d', `M${x0},${y0} C${x0 + bend},${y0 + 20} ${x1 + bend},${y1 - 20} ${x1},${y1} m-4,-6 l4,6 l4,-6`);
      path.setAttribute('class', kind);
      svg.append(path);
    };
    for (const link of stage.querySelectorAll('a.from')) {
      const from = document.getElementById(link.hash.slice(1));
      if (from) draw(from, link.closest('tr'), 'from');
    }
    for (const item of stage.querySelectorAll('li.lets[data-to]')) draw(item.closest('tr'), document.getElementById(item.dataset.to), 'lets');
  }
}
arrows();
addEventListener('resize', arrows);
