import { fileURLToPath } from 'node:url';
import { listCodes } from '@linework/problem-details/codes/problem-codes';
import { type ProblemName, problems } from '@linework/problem-details/codes/problems';
import { afterAll, describe, expect, it } from 'vitest';
import { openInterfaceWorld } from './interface-world.ts';
import { outline } from './outline.ts';
import { edges } from './sections/edges.ts';
import { operationGroups } from './sections/groups.ts';
import { keysAndErrors } from './sections/keys-and-errors.ts';
import { lists } from './sections/lists.ts';
import { operations } from './sections/operations.ts';
import { poolLists } from './sections/pools.ts';
import { records } from './sections/records.ts';
import { statuses } from './sections/statuses.ts';
import type { Sentence } from './sentence.ts';

/**
 * `vitest run apps/api/test/interface -u` writes it again. The path comes first: `-u` before it would run every test.
 */
const table = fileURLToPath(new URL('../../../../docs/interface-check.md', import.meta.url));

const world = await openInterfaceWorld();
afterAll(() => world.close());

const sentences: readonly Sentence[] = [
  ...operationGroups,
  ...records,
  ...statuses,
  ...operations,
  ...lists,
  ...poolLists,
  ...edges,
  ...keysAndErrors,
];
const seen = new Map<Sentence, string>();

describe.each(sentences.map((sentence) => [`${sentence.section}: ${sentence.says}`, sentence] as const))(
  '%s',
  (_name, sentence) => {
    it(`holds for ${sentence.request}`, async () => {
      seen.set(sentence, await sentence.see(world));
    });
  },
);

describe('docs/interface-check.md', () => {
  it('has a row for each rule of the interface', () => {
    const sentencesOf = (section: string) =>
      sentences.filter((sentence) => sentence.section === section).map(({ says }) => says);
    const rules = Object.entries(outline).flatMap(([section, words]) => words.map((word) => ({ section, word })));
    expect(rules.filter(({ section, word }) => !sentencesOf(section).some((says) => says.includes(word)))).toEqual([]);
    expect(sentences.filter(({ section }) => !(section in outline))).toEqual([]);
  });

  it('has a code for each status of a problem type', () => {
    expect(pairs.filter(({ codes }) => codes.length === 0)).toEqual([]);
  });

  it('has every sentence with its result', async () => {
    expect(seen.size).toBe(sentences.length);
    await expect(page()).toMatchFileSnapshot(table);
  });
});

const heading = `# The interface, sentence by sentence

Each row is a sentence of the interface and the result of a request. \`apps/api/test/interface/interface-check.test.ts\`
writes the table. It sends the requests to the real application with a real PostgreSQL, and fails if a row has changed.
Where the interface says "not shown", Linework decides: see the OpenAPI document and \`docs/decisions\`.
`;

const pairHeading = `## Problem types and statuses

The interface lists the types. Linework decides which status a type has. [Their codes](generated/problems.md) tell the
causes of a pair apart.
`;

/** Every pair of a problem type and a status, with its codes. */
const pairs = (Object.keys(problems) as ProblemName[]).flatMap((name) =>
  problems[name].statuses.map((status) => ({
    name,
    status,
    codes: listCodes(name).flatMap((each) => (each.status === status ? [each.code] : [])),
  })),
);

function page(): string {
  const sortKey = ({ section }: Sentence) =>
    Number.parseFloat(
      section.replace(
        /^(\d+)\.?(\d*)(a?)$/,
        (_all, whole, part, letter) => `${whole}.${part.padStart(2, '0')}${letter ? 5 : 0}`,
      ),
    );
  const rows = [...seen].toSorted(([one], [other]) => sortKey(one) - sortKey(other));
  const cells = rows.map(
    ([{ section, says, request }, result]) => `| ${section} | ${says} | \`${request}\` | ${result} |`,
  );
  const pairCells = pairs.map(({ name, status }) => `| ${name} | ${status} |`);
  const sentenceTable = ['| Section | Sentence | Request | Result |', '|---|---|---|---|', ...cells, ''];
  return [heading, ...sentenceTable, pairHeading, '| Type | Status |', '|---|---|', ...pairCells, ''].join('\n');
}
