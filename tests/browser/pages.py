"""The pages of `scripts/pages --html` in Chromium: pages.py CHROMIUM FOLDER PICTURES [AXE]. Says what is wrong, and exits by 1."""
import json
import os
import sys

from chromium import Browser

program, folder, pictures = sys.argv[1:4]
axe = open(sys.argv[4]).read() if len(sys.argv) > 4 else None
browser = Browser(program, os.path.join(pictures, "profile"))
faults = []


def check(fine, fault):
    if not fine:
        faults.append(fault)


def open_page(name):
    url = "file://" + os.path.abspath(os.path.join(folder, name))
    browser.open(url)
    check(not browser.complaints(), f"{name}: the console says {str(browser.complaints())[:500]}")
    base = url.rsplit("/", 1)[0] + "/"
    check(all(other.startswith(base) for other in browser.loaded()), f"{name}: loads {browser.loaded()}")


def cells(column):
    return browser.evaluate(f"[...table.tBodies[0].rows].filter(row => row.offsetParent).map(row => row.cells[{column}].textContent)")


def try_table(name):
    """Sorts the first column of numbers, and filters, by the keyboard alone."""
    browser.evaluate("document.querySelectorAll('details').forEach(details => details.open = true);"
                     "var table = [...document.querySelectorAll('table.sortable')].find(table => table.querySelector('td.number')"
                     " && table.tBodies[0].rows.length >= 6)")
    column = browser.evaluate("[...table.tBodies[0].rows[0].cells].findIndex(cell => cell.className === 'number')")
    for state in "ascending", "descending":
        browser.evaluate(f"table.tHead.rows[0].cells[{column}].querySelector('button').focus()")
        for kind in "keyDown", "keyUp":
            browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r", windowsVirtualKeyCode=13)
        shown = [float(cell) for cell in cells(column) if cell]
        check(shown == sorted(shown, reverse=state == "descending"), f"{name}: not {state}: {shown}")
        check(browser.evaluate(f"table.tHead.rows[0].cells[{column}].getAttribute('aria-sort')") == state, f"{name}: no aria-sort {state}")
    word = cells(0)[0].split()[0]
    browser.evaluate("table.parentElement.previousElementSibling.querySelector('input').focus()")
    browser.call("Input.insertText", text=word)
    every = browser.evaluate("table.tBodies[0].rows.length")
    texts = browser.evaluate("[...table.tBodies[0].rows].filter(row => row.offsetParent).map(row => row.textContent)")
    check(0 < len(texts) <= every and all(word.lower() in text.lower() for text in texts), f"{name}: '{word}' leaves {texts}")
    browser.call("Input.insertText", text="no such row")
    check(not cells(0), f"{name}: rows without the words are shown")
    check(browser.evaluate("table.parentElement.previousElementSibling.querySelector('output').value") == f"0 of {every} rows", f"{name}: no count")


def try_point(name):
    """What the pointer is shown at a point is in the table of the figure."""
    browser.evaluate("var point = document.querySelector('.tip'); point.scrollIntoView({block: 'center', inline: 'center'})")
    # What the pointer is shown goes when the page scrolls, which is told of with the next frame.
    browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    text = browser.evaluate("point.dataset.text")
    browser.point_at(*browser.evaluate("(box => [box.x + box.width / 2, box.y + box.height / 2])(point.getBoundingClientRect())"))
    check(browser.evaluate("!tip.hidden && tip.textContent") == text, f"{name}: the pointer is shown nothing of '{text}'")
    check(text.split(";")[0] in browser.evaluate("point.closest('figure').querySelector('tbody').textContent"), f"{name}: '{text}' is not in the table")
    browser.photograph(os.path.join(pictures, name + "-point.png"))
    browser.point_at(1, 1)
    check(browser.evaluate("tip.hidden"), f"{name}: what the pointer was shown stays")


def look(name, width, height, scheme):
    browser.show(width, height, scheme)
    open_page(name)
    across = browser.evaluate("document.documentElement.scrollWidth")
    check(across <= width, f"{name}: {across} pixels wide on a screen of {width}")
    browser.photograph(os.path.join(pictures, f"{name}-{width}-{scheme}.png"))
    if not axe:
        return
    browser.evaluate(axe + "; 0")
    for found in json.loads(browser.evaluate("axe.run().then(result => JSON.stringify(result.violations))")):
        check(found["impact"] not in ("serious", "critical"), f"{name}, {width} wide, {scheme}: {found['id']}: {found['nodes'][0]['html'][:200]}")


for page in sorted(os.listdir(folder)):
    if page.endswith(".html"):
        look(page, 1280, 1000, "light")
        look(page, 390, 844, "dark")
        if page.startswith("paper-"):
            browser.show(1280, 1000, "light")
            try_table(page)
            try_point(page)
            browser.show(794, 1123, "light", "print")
            check(browser.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none", f"{page}: links are printed")
            across = browser.evaluate("document.documentElement.scrollWidth")
            check(across <= 794, f"{page}: {across} pixels wide on paper of 794")
browser.close()
print("\n".join(faults))
sys.exit(bool(faults))
