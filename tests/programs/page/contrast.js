(() => { const context = new OffscreenCanvas(1, 1).getContext('2d');
const luminance = (colours) => { context.reset();
  for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
  const [r, g, b] = Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3), (value) => {
    const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
let least = 21;
for (const element of document.querySelectorAll('main *')) {
  if (!element.checkVisibility() || !Array.from(element.childNodes).some((node) =>
    node.nodeType === 3 && node.data.trim() !== '')) continue;
  const behind = [];
  for (let each = element; each; each = each.parentElement)
    behind.unshift(getComputedStyle(each).backgroundColor);
  const [one, other] = [luminance(behind),
    luminance([...behind, getComputedStyle(element).color])];
  least = Math.min(least, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)); }
return least; })()
