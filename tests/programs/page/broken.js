(() => { const broken = [];
const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) { const node = walker.currentNode;
  if (node.parentElement.closest('code, pre, option, .out, .case') || node.data.length > 900
    || !node.parentElement.checkVisibility()) continue;
  for (const token of node.data.matchAll(/\S+/g))
  for (const word of token[0].length > 20 ? [] : token[0].matchAll(/[\p{L}\p{N}.]+/gu)) {
    const start = token.index + word.index;
    const range = document.createRange();
    range.setStart(node, start); range.setEnd(node, start + word[0].length);
    const lines = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top)));
    if (lines.size > 1) broken.push(word[0]); } }
return broken.join(' '); })()
