import { headerLinks, pageHeader } from '../page-header.ts';
import { type Guide, guideGroups, guides } from './guide-list.ts';
import { readGuide, titleOf } from './read-guide.ts';
import type { Heading, Rendered } from './render-markdown.ts';

interface PageParts {
  readonly title: string;
  readonly rendered: Rendered;
  /** Undefined for the first page. */
  readonly guide: Guide | undefined;
}

/** Builds the HTML of a guide, with the list of all guides, its own contents, and the pages before and after it. */
export function buildPage({ title, rendered, guide }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeText(title)} | Linework guides</title>
  ${headerLinks}
  <link rel="alternate" type="text/markdown" href="/guides/${guide?.slug ?? 'index'}.md">
  <link rel="stylesheet" href="/guides/guides.css">
  <link rel="stylesheet" href="/guides/article.css">
  <script type="module" src="/guides/guides.js"></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  ${pageHeader('/guides', { before: menuButton, after: search })}
  <div class="columns">
    <nav id="pages" aria-label="Guides">${buildMenu(guide)}</nav>
    <main id="content">
      <article>${rendered.html}</article>
      ${buildFooter(guide)}
    </main>
    <aside aria-label="On this page">${buildContents(rendered.headings)}</aside>
  </div>
</body>
</html>
`;
}

const menuButton = '<button type="button" id="menu" aria-expanded="false" aria-controls="pages">Menu</button>';

const search = `<div class="search" role="search">
      <input id="search" type="search" placeholder="Search  /" aria-label="Search the guides" autocomplete="off">
      <ol id="found" hidden></ol>
    </div>`;

const titleOfGuide = (guide: Guide) => titleOf(readGuide(guide));

function buildMenu(current: Guide | undefined): string {
  return guideGroups
    .map(
      ({ title, guides: pages }) =>
        `<h2>${escapeText(title)}</h2>` +
        `<ul>${pages.map((page) => `<li>${linkTo(page, page === current)}</li>`).join('')}</ul>`,
    )
    .join('');
}

const linkTo = (guide: Guide, isCurrent: boolean) =>
  `<a href="/guides/${guide.slug}"${isCurrent ? ' aria-current="page"' : ''}>${escapeText(titleOfGuide(guide))}</a>`;

function buildContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return '';
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeText(text)}</a></li>`);
  return `<h2>On this page</h2><ul>${items.join('')}</ul>`;
}

function buildFooter(guide: Guide | undefined): string {
  const at = guide === undefined ? -1 : guides.indexOf(guide);
  const [previous, next] = [guides[at - 1], guides[at + 1]];
  const previousLink =
    previous && at > 0
      ? `<a rel="prev" href="/guides/${previous.slug}">Before: ${escapeText(titleOfGuide(previous))}</a>`
      : '<span></span>';
  const nextLink = next ? `<a rel="next" href="/guides/${next.slug}">Next: ${escapeText(titleOfGuide(next))}</a>` : '';
  return (
    `<footer>${previousLink}${nextLink}<a class="source" href="/guides/${guide?.slug ?? 'index'}.md">This page as ` +
    'Markdown</a></footer>'
  );
}

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replaceAll(/[&<>"]/g, (character) => replacements[character] ?? '');
