"use strict";
const table = document.getElementById("matrix");
const body = table.tBodies[0];
const form = document.getElementById("filter");
const shown = document.getElementById("shown");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  const name = form.elements.name.value.toLowerCase();
  const cause = form.elements.cause.value;
  let count = 0;
  for (const row of body.rows) {
    const causes = (row.dataset.causes || "").split(" ");
    row.hidden = !(row.cells[0].textContent.toLowerCase().includes(name)
      && (cause === "" || causes.includes(cause)));
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = `${count} shown`;
});
Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[column] || row.cells[row.cells.length - 1];
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
