import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedStatement, findDefiningFiles, loadStatements } from './defined-statements.ts';
import { statementFiles } from './generate-rows.ts';
import { rowsFiles } from './rows-files.ts';
import { findFaults } from './statement-rules.ts';

takesLong('much-work');

const root = new URL('../../', import.meta.url).pathname;
const plantedFile = 'scripts/statements/planted/faults.ts';

/** The files with statements that this test does not see, and what runs them instead. */
const builtForOneRequest = {
  'all.ts': 'the text of a mutant',
};

let testDb: TestDb;
let statements: readonly DefinedStatement[];

beforeAll(async () => {
  testDb = await createTestDb();
  statements = await loadStatements(root, [...statementFiles, plantedFile], testDb.url);
});
afterAll(() => testDb.drop());

const isPlanted = ({ place }: { readonly place: string }) => place.startsWith(`${plantedFile}:`);
const realStatements = () => statements.filter((each) => !isPlanted(each));

describe('statements', () => {
  it('are accepted by PostgreSQL, and each has its own name', () => {
    expect(findFaults(realStatements())).toEqual([]);
    expect(realStatements().length).toBeGreaterThan(400);
  });

  it('have the types of their rows in the repository', () => {
    for (const [path, content] of Object.entries(rowsFiles(realStatements())))
      expect(readFileSync(join(root, path), 'utf8'), `${path} is out of date: run "npm run generate"`).toBe(content);
  });

  it('are found all, but for those that are built for one request from its filters', () => {
    const loaded = new Set(statements.flatMap(({ places }) => places));
    const missing = findDefiningFiles(root, statementFiles).filter((path) =>
      listCalls(path).some((place) => !loaded.has(place)),
    );
    expect(missing.map((path) => basename(path)).toSorted()).toEqual(Object.keys(builtForOneRequest));
  });
});

/** The places of the calls that define statements in a file. */
function listCalls(path: string): readonly string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, n) =>
    /^\s*(?:\*|\/)/.test(line)
      ? []
      : [...line.matchAll(/\b(?:statement|unprepared|bulkStatement)\(/g)].map(
          ({ index }) => `${path}:${n + 1}:${index + 1}`,
        ),
  );
}

describe('the check of statements', () => {
  it('names each planted fault', () => {
    const found = findFaults(statements.filter(isPlanted));
    expect(found.map((fault) => fault.replaceAll(/\S+faults\.ts:(\d+):\d+/g, 'faults.ts'))).toEqual([
      'planted-shared-name: faults.ts and faults.ts define statements of this name',
      'planted-two-texts: faults.ts defines two texts of this name',
      'faults.ts: PostgreSQL rejects planted-renamed-column: column "state" does not exist',
      'faults.ts: PostgreSQL rejects planted-other-type: operator does not exist: uuid = integer',
      'faults.ts: planted-repeated-column returns two columns id',
    ]);
  });
});
