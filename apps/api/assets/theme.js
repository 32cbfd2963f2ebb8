// Before the page is shown, so that it never flashes in the other theme. Without a choice the page follows the system.
const chosen = localStorage.getItem('theme');
if (chosen) document.documentElement.dataset.theme = chosen;
