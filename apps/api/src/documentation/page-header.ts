/** The links to styles and icon of every page with the header. The theme is chosen before the page is shown. */
export const headerLinks = `<link rel="icon" href="/guides/icon.svg">
  <link rel="stylesheet" href="/guides/theme.css">
  <link rel="stylesheet" href="/guides/header.css">
  <script src="/guides/theme.js"></script>`;

const parts = { '/guides': 'Guides', '/docs': 'Reference' } as const;

/** The header of the guides and of the reference, with more content in its middle. */
export function pageHeader(current: keyof typeof parts, { before = '', after = '' } = {}): string {
  const links = Object.entries(parts).map(
    ([path, title]) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return `<header class="page-header">
    ${before}
    <a class="name" href="/guides"><img src="/guides/icon.svg" alt="" width="22" height="22"><span>Linework</span></a>
    ${links.join('\n    ')}
    ${after}
    <button type="button" id="theme">Dark</button>
  </header>`;
}
