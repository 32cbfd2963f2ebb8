import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openInterfaceWorld } from './interface-world.ts';
import { outline } from './outline.ts';
import { operationGroups } from './sections/groups.ts';
import { keysAndErrors } from './sections/keys-and-errors.ts';
import { lists } from './sections/lists.ts';
import { operations } from './sections/operations.ts';
import { poolLists } from './sections/pools.ts';
import { records } from './sections/records.ts';
import { statuses } from './sections/statuses.ts';
import type { Sentence } from './sentence.ts';

/** `vitest run apps/api/test/interface -u` writes it anew. The path comes first: `-u` before it would run every test. */
const table = fileURLToPath(new URL('../../../../docs/interface-check.md', import.meta.url));

const world = await openInterfaceWorld();
afterAll(() => world.close());

const sentences: readonly Sentence[] = [...operationGroups, ...records, ...statuses, ...operations, ...lists, ...poolLists, ...keysAndErrors];
const seen = new Map<Sentence, string>();

describe.each(sentences.map((sentence) => [`${sentence.section}: ${sentence.says}`, sentence] as const))('%s', (_name, sentence) => {
  it(`holds for ${sentence.request}`, async () => {
    seen.set(sentence, await sentence.see(world));
  });
});

describe('docs/interface-check.md', () => {
  it('has a row for each rule of the interface', () => {
    const saidIn = (section: string) => sentences.filter((sentence) => sentence.section === section).map(({ says }) => says);
    const rules = Object.entries(outline).flatMap(([section, words]) => words.map((word) => ({ section, word })));
    expect(rules.filter(({ section, word }) => !saidIn(section).some((says) => says.includes(word)))).toEqual([]);
    expect(sentences.filter(({ section }) => !(section in outline))).toEqual([]);
  });

  it('has every sentence with what was seen', async () => {
    expect(seen.size).toBe(sentences.length);
    await expect(page()).toMatchFileSnapshot(table);
  });
});

const heading = `# The interface, sentence by sentence

Each row is a sentence of the interface and what a request showed. The table is written by \`apps/api/test/interface/interface-check.test.ts\`,
which sends the requests to the real application on a real PostgreSQL, and fails where a row is no longer so. What the interface calls "not
shown" was decided here, and is in the OpenAPI document and in \`docs/decisions\`.
`;

function page(): string {
  const place = ({ section }: Sentence) =>
    Number.parseFloat(section.replace(/^(\d+)\.?(\d*)(a?)$/, (_all, whole, part, letter) => `${whole}.${part.padStart(2, '0')}${letter ? 5 : 0}`));
  const rows = [...seen].toSorted(([one], [other]) => place(one) - place(other));
  const cells = rows.map(([{ section, says, request }, what]) => `| ${section} | ${says} | \`${request}\` | ${what} |`);
  return [heading, '| Section | It says | Request | Seen |', '|---|---|---|---|', ...cells, ''].join('\n');
}
