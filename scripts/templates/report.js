// The pages of `cdbench report` are complete without this script. It sorts and filters tables, and shows the values of
// points under a finger as under a pointer.
"use strict";

// A table with fewer rows needs no filter.
const FEWEST = 6;

function valueOf(row, column) {
    const text = row.cells[column].textContent.trim();
    const number = Number(text);
    return text === "" ? null : Number.isNaN(number) ? text : number;
}

// Numbers come before texts. Empty cells come last, in either direction.
function compare(a, b, direction) {
    if (a === null || b === null)
        return (a === null) - (b === null);
    if (typeof a !== typeof b)
        return typeof a === "number" ? -1 : 1;
    return direction * (typeof a === "number" ? a - b : a.localeCompare(b, "en", {numeric: true}));
}

function sort(table, column) {
    const heads = [...table.tHead.rows[0].cells];
    const falling = heads[column].getAttribute("aria-sort") === "ascending";
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", falling ? "descending" : "ascending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => compare(valueOf(a, column), valueOf(b, column), falling ? -1 : 1));
    table.tBodies[0].append(...rows);
}

function addFilter(table) {
    const line = document.createElement("p"), label = document.createElement("label");
    const input = document.createElement("input"), count = document.createElement("output");
    const rows = [...table.tBodies[0].rows];
    line.className = "filter";
    input.type = "search";
    label.append("Only rows with ", input);
    line.append(label, count);
    input.addEventListener("input", () => {
        const words = input.value.toLowerCase().split(/\s+/);
        rows.forEach(row => {
            const text = row.textContent.toLowerCase();
            row.hidden = !words.every(word => text.includes(word));
        });
        count.value = `${rows.filter(row => !row.hidden).length} of ${rows.length} rows`;
    });
    table.parentElement.before(line);
}

for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => sort(table, column));
        head.append(button);
    });
    if (table.tBodies[0].rows.length >= FEWEST)
        addFilter(table);
}

// ---- points -------------------------------------------------------------------------------------------------

const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);

function hide() {
    document.querySelector(".tip.shown")?.classList.remove("shown");
    tip.hidden = true;
}

function show(event) {
    const point = event.target.closest(".tip");
    hide();
    if (!point)
        return;
    point.classList.add("shown");
    tip.textContent = point.dataset.text;
    tip.hidden = false;
    const room = 12;
    tip.style.left = `${Math.max(0, Math.min(event.clientX + room, innerWidth - tip.offsetWidth - room))}px`;
    tip.style.top = `${event.clientY + room + tip.offsetHeight > innerHeight ? event.clientY - room - tip.offsetHeight : event.clientY + room}px`;
}

// The browser's own tip would cover this one.
for (const point of document.querySelectorAll(".tip")) {
    point.dataset.text = point.firstElementChild.textContent;
    point.firstElementChild.remove();
}
for (const picture of document.querySelectorAll(".picture")) {
    picture.addEventListener("pointerover", show);
    picture.addEventListener("pointerleave", hide);
}
addEventListener("keydown", event => event.key === "Escape" && hide());
addEventListener("scroll", hide, true);
