import { startThemeButton } from '/guides/header.js';
import MiniSearch from '/guides/minisearch.js';

const byId = (id) => document.getElementById(id);

startThemeButton();

// The menu of a narrow screen.
const menuButton = byId('menu');
menuButton.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menuButton.setAttribute('aria-expanded', String(isOpen));
});

// A button that copies a block of code.
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

// The search. The sections of all pages are loaded with the first letter.
const input = byId('search');
const list = byId('found');
const shownResults = 8;
let loading;

const load = () => {
  loading ??= fetch('/guides/search.json')
    .then((response) => response.json())
    .then((sections) => {
      const index = new MiniSearch({
        fields: ['heading', 'page', 'text'],
        storeFields: ['page', 'heading'],
        searchOptions: { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 }, combineWith: 'AND' },
      });
      index.addAll(sections);
      return index;
    });
  return loading;
};

const show = (results) => {
  list.replaceChildren(
    ...results.slice(0, shownResults).map(({ id, page, heading }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = id;
      const title = document.createElement('strong');
      title.textContent = heading;
      link.append(title);
      if (page !== heading) link.append(` ${page}`);
      item.append(link);
      return item;
    }),
  );
  if (results.length === 0) {
    const item = document.createElement('li');
    item.className = 'nothing';
    item.textContent = 'Nothing found.';
    list.append(item);
  }
  list.hidden = false;
};

input.addEventListener('input', async () => {
  const text = input.value.trim();
  if (text === '') {
    list.hidden = true;
    return;
  }
  const index = await load();
  if (input.value.trim() === text) show(index.search(text));
});

document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') {
    list.hidden = true;
    input.blur();
  }
  if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !list.hidden) {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    (links[at] ?? input).focus();
  }
  if (event.key === 'Enter' && document.activeElement === input) list.querySelector('a')?.click();
});

document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) list.hidden = true;
});
