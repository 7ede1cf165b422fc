// How a page looks: whether it is too wide, its ground and its contrast. `view` is a window; `say` hears what is bad.
const CONTRAST = 4.5;
// Channels 0 to 255 and alpha; relative luminance and contrast as WCAG 2 defines them.
const channels = colour => (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const luminance = colour => {
  const [r, g, b] = channels(colour).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

function look(view, at, width, scheme, say) {
  const root = view.document.documentElement;
  const style = element => view.getComputedStyle(element);
  if (view.innerWidth !== width) say(`bad ${at}: the frame is ${view.innerWidth} wide`);
  if (root.scrollWidth > view.innerWidth) say(`bad ${at}: the page is ${root.scrollWidth} wide`);
  const opaque = element => {
    for (let e = element; e; e = e.parentElement) {
      const [, , , alpha = 1] = channels(style(e).backgroundColor);
      if (alpha !== 0) return style(e).backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const ground = luminance(opaque(view.document.body));
  if (scheme === 'dark' ? ground > 0.1 : ground < 0.8) say(`bad ${at}: the background has luminance ${ground.toFixed(2)}`);
  let worst = [Infinity, ''];
  for (const element of view.document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!text || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    const found = contrast(luminance(style(element).color), luminance(opaque(element)));
    if (found < worst[0]) worst = [found, `${element.tagName} "${element.textContent.trim().slice(0, 30)}"`];
  }
  if (worst[0] < CONTRAST) say(`bad ${at}: contrast ${worst[0].toFixed(2)} of ${worst[1]}`);
  for (const image of view.document.images) if (!image.naturalWidth) say(`bad ${at}: no image ${image.src}`);
}
