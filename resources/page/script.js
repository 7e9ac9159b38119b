"use strict";
const table = document.getElementById("students");
const body = table.tBodies[0];
const form = document.getElementById("filter");
const shown = document.getElementById("shown");
const heads = Array.from(table.tHead.rows[0].cells);
const names = new Map(Array.from(form.elements.cause.options, (option) =>
  [option.value, `${option.value} ${option.textContent}`]));
const texts = new Map(Array.from(body.rows, (row) => {
  const causes = row.dataset.causes.split(" ").map((cause) => cause && names.get(cause));
  return [row, [row.textContent, ...causes].join(" ").toLowerCase()];
}));
const show = () => {
  const words = form.elements.text.value.toLowerCase().split(/\s+/);
  const cause = form.elements.cause.value;
  let count = 0;
  for (const row of body.rows) {
    const text = texts.get(row);
    row.hidden = !(words.every((word) => text.includes(word))
      && (cause === "" || row.dataset.causes.split(" ").includes(cause)));
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = `${count} of ${body.rows.length} shown`;
};
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", show);
show();
heads.forEach((head, column) => {
  if (head.dataset.sort === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[column];
      return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
    };
    const order = (one, other) => {
      const [first, second] = [key(one), key(other)];
      return typeof first === "number" ? first - second : first.localeCompare(second, "en", { numeric: true });
    };
    const rows = Array.from(body.rows).sort(order);
    if (down) rows.reverse();
    body.append(...rows);
  });
});
