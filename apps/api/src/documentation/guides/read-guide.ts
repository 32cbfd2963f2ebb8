import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Guide, guides } from './guide-list.ts';

const docsFolder = new URL('../../../../../docs/', import.meta.url);

/** The Markdown of a guide. */
export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, docsFolder), 'utf8');

/** The heading of a page: its first line that begins with `# `. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The first paragraph below the heading, in one line. */
export const summaryOf = (markdown: string): string =>
  (/^# .+\n+((?:(?!#|```|\||\n).*\n)+)/m.exec(markdown)?.[1] ?? '').replaceAll(/\s+/g, ' ').trim();

/**
 * The Markdown of a guide for a reader that is a program: its links lead to the Markdown of other guides, with the
 * address of the API, and a link to a file that is not served becomes its text.
 */
export function readLinkedGuide(guide: Guide, publicUrl: string): string {
  // A link in a block of code is none.
  const parts = readGuide(guide).split(/(^```[\s\S]*?^```$)/m);
  return parts.map((part, at) => (at % 2 === 1 ? part : linkTo(part, guide, publicUrl))).join('');
}

const linkPattern = /!?\[(?<label>[^\]]*)\]\((?<path>[^)\s#]*)(?<anchor>#[^)\s]*)?\)/g;

const linkTo = (text: string, guide: Guide, publicUrl: string): string =>
  text.replaceAll(linkPattern, (...found: readonly unknown[]) => {
    const { label, path, anchor = '' } = found.at(-1) as { label: string; path: string; anchor?: string };
    const address = addressOf(path, guide, publicUrl);
    const mark = String(found[0]).startsWith('!') ? '!' : '';
    return address === undefined ? label : `${mark}[${label}](${address}${anchor})`;
  });

/** Undefined for a file that is not served. */
function addressOf(path: string, guide: Guide, publicUrl: string): string | undefined {
  if (/^https?:/.test(path)) return path;
  if (path.startsWith('/')) return `${publicUrl}${path}`;
  if (path === '') return `${publicUrl}/guides/${guide.slug}.md`;
  const file = posix.normalize(posix.join(posix.dirname(guide.file), path));
  if (file.startsWith('images/')) return `${publicUrl}/guides/${file}`;
  const slug = file === 'guides/index.md' ? 'index' : guides.find((other) => other.file === file)?.slug;
  return slug === undefined ? undefined : `${publicUrl}/guides/${slug}.md`;
}
