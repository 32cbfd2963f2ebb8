import { buildPage } from './build-page.ts';
import { type Guide, guides } from './guide-list.ts';
import { readGuide, titleOf } from './read-guide.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The first page of the guides. */
const index: Guide = { slug: 'index', file: 'guides/index.md' };

/**
 * Renders a page. This module loads the parser and the highlighter, so it is imported when the first page is asked for.
 */
export function renderGuide(guide: Guide | undefined): string {
  const markdown = readGuide(guide ?? index);
  return buildPage({ title: titleOf(markdown), rendered: renderMarkdown(markdown, guide ?? index), guide });
}

/** The sections of all pages, which the browser searches. */
export function buildSearchIndex(): string {
  const found = guides.flatMap((guide) => {
    const markdown = readGuide(guide);
    const page = titleOf(markdown);
    return renderMarkdown(markdown, guide).sections.map(({ heading, text }) => ({
      id: heading.level === 1 ? `/guides/${guide.slug}` : `/guides/${guide.slug}#${heading.id}`,
      page,
      heading: heading.text,
      text,
    }));
  });
  // Two headings with one text would have one id.
  return JSON.stringify([...new Map(found.map((section) => [section.id, section])).values()]);
}
