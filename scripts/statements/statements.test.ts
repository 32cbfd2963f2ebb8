import { basename } from 'node:path';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStatements } from './defined-statements.ts';
import { findQueryCalls, type SourceStatements } from './find-query-calls.ts';
import { type DefinedStatement, findStatementViolations } from './statement-rules.ts';

takesLong('much-work');

const root = new URL('../../', import.meta.url).pathname;
const plantedFile = 'scripts/statements/planted/faults.ts';

/** The files with statements that this test does not see, and what runs them instead. */
const builtForOneRequest = {
  'count-resources.ts': 'the filters of the list of resources: apps/api/test/inventory',
  'end-quarantines.ts': 'the resources of one request: packages/inventory/test/expired-while-waiting.test.ts',
  'expire-reservations.ts': 'the resources of one request: packages/inventory/test/expired-while-waiting.test.ts',
  'find-small-result.ts': 'the filters of the list of resources: apps/api/test/inventory',
  'get-order-report.ts': 'the members and filters of the report: apps/api/test/orders/order-report.test.ts',
  'has-expired.ts':
    'one of two columns: packages/inventory/test/end-quarantines.volume.test.ts and expire-reservations.test.ts',
  'list-audit.ts': 'a record or the keys: apps/api/test/lists/audit.test.ts',
  'list-order-groups.ts': 'the members and filters of the groups: apps/api/test/orders/list-order-groups.test.ts',
  'list-orders.ts': 'the filters of the list of orders: apps/api/test/orders',
  'list-pools.ts': 'the filters of the list of pools: apps/api/test/inventory',
  'list-reservations.ts': 'the filters of the list of reservations: apps/api/test/inventory',
  'list-resources.ts': 'the filters of the list of resources: apps/api/test/inventory',
  'select-orders.ts': 'the filters of a bulk operation: apps/api/test/bulk-operations',
};

/** They read a payment, a refund or a method in any status, and declare its due date as if it always had one. Delete this with the last of them. */
const readsPayment = /read-(?:payment|refund|payment-method) returns dueAt, which may be null, as Date$/;

let testDb: TestDb;
let sources: SourceStatements;
let statements: readonly DefinedStatement[];

beforeAll(async () => {
  testDb = await createTestDb();
  const loading = loadStatements(root, ['{apps,packages}/*/src/**/*.ts', plantedFile], testDb.url);
  sources = findQueryCalls(`${root}scripts/statements/tsconfig.json`, root);
  statements = await loading;
});
afterAll(() => testDb.drop());

const isPlanted = ({ place }: { readonly place: string }) => place.startsWith(`${plantedFile}:`);
const isReal = (each: { readonly place: string }) => !isPlanted(each);

describe('statements', () => {
  it('are accepted by PostgreSQL, with the parameters and the columns that the code declares', () => {
    const found = findStatementViolations(statements.filter(isReal), sources.calls.filter(isReal));
    expect(found.filter((violation) => !readsPayment.test(violation))).toEqual([]);
  });

  it('are found all: each call of `statement` was loaded', () => {
    const loaded = new Set(statements.map(({ place }) => place));
    expect(sources.definitions.filter(({ place, isNamed }) => isNamed && !loaded.has(place))).toEqual([]);
    expect(sources.definitions.length).toBeGreaterThan(300);
  });

  it('are not described here if they are built for one request from its filters, and have no name', () => {
    const loaded = new Set(statements.map(({ place }) => place));
    const missing = sources.definitions
      .filter(({ place }) => !loaded.has(place))
      .map(({ place }) => basename(place.split(':')[0] ?? ''));
    expect([...new Set(missing)].toSorted()).toEqual(Object.keys(builtForOneRequest));
  });
});

describe('the check of statements', () => {
  it('names each planted fault', () => {
    const found = findStatementViolations(statements.filter(isPlanted), sources.calls.filter(isPlanted));
    expect(found.map((violation) => violation.replaceAll(/\S+faults\.ts:(\d+):\d+/g, 'faults.ts'))).toEqual([
      'planted-shared-name: faults.ts and faults.ts define statements of this name',
      'planted-two-texts: faults.ts defines two texts of this name',
      'faults.ts: PostgreSQL rejects planted-renamed-column: column "state" does not exist',
      'faults.ts: no call runs planted-unused, as far as the code shows',
      'faults.ts: the code does not show which statement this call runs',
      'faults.ts: planted-missing-value has 2 parameters and gets 1 values',
      'faults.ts: planted-unread-column returns msisdn, which no member reads',
      'faults.ts: planted-missing-column has no column for the member status',
      'faults.ts: planted-repeated-column returns two columns id',
      'faults.ts: planted-other-types returns total as int8, which is not number',
      'faults.ts: planted-other-types returns at as timestamptz, which is not string',
      'faults.ts: planted-other-types returns numbers as _int4, which is not readonly string[]',
      'faults.ts: planted-other-types returns json as json, which is not { readonly at: Date; }',
      'faults.ts: planted-nullable-column returns status, which may be null, as string',
      'faults.ts: the code does not show how many values this call passes: write them as an array literal',
    ]);
  });
});
