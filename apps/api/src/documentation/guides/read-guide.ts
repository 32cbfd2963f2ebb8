import { readFileSync } from 'node:fs';
import type { Guide } from './guide-list.ts';

const docsFolder = new URL('../../../../../docs/', import.meta.url);

/** The Markdown of a guide. */
export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, docsFolder), 'utf8');

/** The heading of a page: its first line that begins with `# `. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The first paragraph below the heading, in one line. */
export const summaryOf = (markdown: string): string =>
  (/^# .+\n+((?:(?!#|```|\||\n).*\n)+)/m.exec(markdown)?.[1] ?? '').replaceAll(/\s+/g, ' ').trim();
