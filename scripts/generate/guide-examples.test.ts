import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { guides } from '../../apps/api/src/documentation/guides/guide-list.ts';
import { fillExamples, guidePageNames, listBlocks, readGuidePage } from './guide-examples.ts';

const pages = guidePageNames().map((name) => [name, readGuidePage(name)] as const);
const examplesFolder = fileURLToPath(new URL('../../docs/guides/examples', import.meta.url));

describe('the guides', () => {
  it.each(pages)('show in %s only code that is a file', (_name, page) => {
    expect(listBlocks(page).unnamed).toEqual([]);
  });

  it('use every file of docs/guides/examples', () => {
    const used = new Set(pages.flatMap(([, page]) => listBlocks(page).files));
    const files = globSync('**/*.*', { cwd: examplesFolder });
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !used.has(file))).toEqual([]);
  });

  it('are all in the list of pages', () => {
    const listed = guides.map(({ file }) => file);
    expect(
      pages.map(([name]) => `guides/${name}`).filter((file) => file !== 'guides/index.md' && !listed.includes(file)),
    ).toEqual([]);
  });
});

describe('filling a page', () => {
  it('replaces the code of a block by its file, and nothing else', () => {
    const page = 'A\n\n```sh a.sh\nold\n```\n\n```json a.json\n```\n';
    const filled = fillExamples(page, (name) => `content of ${name}\n`);
    expect(filled).toBe('A\n\n```sh a.sh\ncontent of a.sh\n```\n\n```json a.json\ncontent of a.json\n```\n');
    expect(fillExamples(filled, (name) => `content of ${name}\n`)).toBe(filled);
  });
});
