Array.from(document.querySelectorAll('#students tbody tr'))
.filter((row) => row.checkVisibility()).map((row) => row.cells[0].innerText.trim()
.slice(0, 5)).join(' ')
