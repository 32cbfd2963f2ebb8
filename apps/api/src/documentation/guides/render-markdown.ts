import { posix } from 'node:path';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt, { type Token } from 'markdown-it';
import { type Guide, guides } from './guide-list.ts';

for (const [name, language] of Object.entries({ bash, sh: bash, console: bash, json, sql, ts: typescript, yaml }))
  hljs.registerLanguage(name, language);

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The text below each heading, for the search. */
  readonly sections: readonly { readonly heading: Heading; readonly text: string }[];
}

const markdown = MarkdownIt({ html: false, linkify: false, highlight: colour });

/** Colours a block of code with classes; the policy of the pages allows no inline style. */
function colour(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : markdown.utils.escapeHtml(code);
}

/**
 * Renders a guide. Its headings get ids, and its links to other pages lead to them; a link to a file that is not served
 * becomes its text.
 */
export function renderMarkdown(text: string, guide: Guide): Rendered {
  // A comment for people who edit the file is not for its readers.
  const tokens = markdown.parse(text.replaceAll(/^<!--.*?-->$/gms, ''), {});
  const headings: Heading[] = [];
  const sections: { heading: Heading; text: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1];
    if (token.type === 'heading_open' && inline) {
      const heading = { level: Number(token.tag.slice(1)), id: toId(inline.content), text: plain(inline.content) };
      token.attrSet('id', heading.id);
      headings.push(heading);
      sections.push({ heading, text: '' });
    } else if (token.attrGet('style') === 'text-align:right') {
      token.attrs = [['class', 'right']];
    } else if (token.type === 'inline' || token.type === 'fence') {
      const section = sections.at(-1);
      if (section && tokens[at - 1]?.type !== 'heading_open') section.text += `${plain(token.content)} `;
    }
    if (token.type !== 'inline') continue;
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') resolveLink(child, guide);
      if (child.type === 'image') resolvePicture(child);
    }
  }
  return { html: withScrollingTables(markdown.renderer.render(tokens, markdown.options, {})), headings, sections };
}

/** The id that GitHub gives to a heading too, so that a link works in both places. */
const toId = (heading: string) =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const plain = (inline: string) => inline.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]/g, '');

function resolveLink(token: Token, guide: Guide): void {
  const [path = '', anchor] = String(token.attrGet('href') ?? '').split('#');
  if (path === '' || /^(https?:|\/)/.test(path)) return;
  const file = posix.normalize(posix.join(posix.dirname(guide.file), path));
  const target = guides.find((other) => other.file === file)?.slug ?? (file === 'guides/index.md' ? '' : undefined);
  // Without a `href` it is no link, but its text stays.
  token.attrs =
    target === undefined
      ? []
      : [['href', `/guides${target === '' ? '' : `/${target}`}${anchor === undefined ? '' : `#${anchor}`}`]];
}

/** A picture of `docs/images` is served beside the guides. */
function resolvePicture(token: Token): void {
  token.attrSet('src', `/guides/images/${posix.basename(String(token.attrGet('src') ?? ''))}`);
}

/** A wide table scrolls inside the page on a narrow screen. */
const withScrollingTables = (html: string) =>
  html
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
