import { describe, expect, it } from 'vitest';
import { findImportViolations, type SourceFile } from './import-rules.ts';

/** One import between the rooms of each package whose rooms have ranks. */
const validFiles: readonly SourceFile[] = [
  {
    path: 'packages/engine/src/commands/place-order.ts',
    text: "import { insertOrders } from '../store/insert-orders.ts';",
  },
  { path: 'packages/lines/src/commands/create-line.ts', text: "import { findLine } from '../records/find-line.ts';" },
];

function violationsWith(path: string, text: string): readonly string[] {
  return findImportViolations([...validFiles, { path, text }]);
}

describe('the import rules', () => {
  it('accept imports from lower folders and packages', () => {
    expect(
      violationsWith('packages/lines/src/order-types/block-line.ts', "import { step } from '../model/step.ts';"),
    ).toEqual([]);
    expect(
      violationsWith('packages/lines/src/order-types/steps/one.ts', "import { step } from '../../model/step.ts';"),
    ).toEqual([]);
    expect(
      violationsWith('packages/engine/src/store/commit.ts', "import { plan } from '../planning/plan.ts';"),
    ).toEqual([]);
    expect(violationsWith('apps/api/test/app.test.ts', "import { aLine } from '@linework/testing/a-line';")).toEqual(
      [],
    );
    expect(
      violationsWith('apps/local/src/main.ts', "import { start } from '@linework/local-servers/redis-server';"),
    ).toEqual([]);
  });

  it('reject an import of a higher room, in each form of import', () => {
    for (const text of [
      "import { step } from '../order-types/step.ts';",
      "import type { Step } from '../order-types/step.ts';",
      "import {\n  one,\n  other,\n} from '../order-types/step.ts';",
      "import '../order-types/step.ts';",
      "export { step } from '../order-types/step.ts';",
      "const { step } = await import('../order-types/step.ts');",
    ]) {
      expect(violationsWith('packages/lines/src/store/reserve.ts', text)).toEqual([
        expect.stringContaining('store may not import order-types'),
      ]);
    }
  });

  it('reject an import between rooms of equal rank', () => {
    const violations = violationsWith(
      'packages/engine/src/queries/find.ts',
      "import { insert } from '../store/insert-orders.ts';",
    );
    expect(violations).toEqual([
      'packages/engine/src/queries/find.ts: queries may not import store; from top to bottom the rooms are ' +
        'commands, execution, queries, store, planning, model',
    ]);
  });

  it('reject folders that depend on each other, even indirectly', () => {
    const violations = findImportViolations([
      ...validFiles,
      { path: 'packages/inventory/src/pools/a.ts', text: "import { b } from '../resources/b.ts';" },
      { path: 'packages/inventory/src/resources/b.ts', text: "import { c } from '../expiry/c.ts';" },
      { path: 'packages/inventory/src/expiry/c.ts', text: "import { a } from '../pools/a.ts';" },
    ]);
    expect(violations).toHaveLength(3);
    expect(violations[0]).toContain(
      'packages/inventory/src/pools and packages/inventory/src/resources depend on each other',
    );
  });

  it('reject the database in a room of the engine without I/O', () => {
    const violations = violationsWith(
      'packages/engine/src/model/order-type.ts',
      "import type { Db } from '@linework/db/db';",
    );
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain('because it has no I/O');
  });

  it('reject test tools outside of tests', () => {
    expect(violationsWith('apps/api/src/app.ts', "import { aLine } from '@linework/testing/a-line';")).toHaveLength(1);
    expect(
      violationsWith(
        'packages/payments/src/pay-invoice.ts',
        "import { startPayments } from '@linework/fixtures/start-payments';",
      ),
    ).toHaveLength(1);
    expect(
      violationsWith(
        'packages/fixtures/src/start-payments.ts',
        "import { aBroker } from '@linework/testing/a-broker';",
      ),
    ).toEqual([]);
    expect(
      violationsWith(
        'packages/queue/src/order-notifier.ts',
        "import { start } from '@linework/local-servers/redis-server';",
      ),
    ).toHaveLength(1);
  });

  it('reject meaningless file names', () => {
    expect(violationsWith('packages/queue/src/utils.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/helpers/notify.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/index.ts', '')).toHaveLength(1);
  });

  it('reject a folder of more than 40 files', () => {
    const filesIn = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `packages/queue/${folder}/a${index}.ts`, text: '' }));
    expect(
      findImportViolations([...validFiles, ...filesIn('src', 40), ...filesIn('src/jobs', 40), ...filesIn('test', 41)]),
    ).toEqual([]);
    expect(findImportViolations([...validFiles, ...filesIn('src/jobs', 41)])).toEqual([
      expect.stringContaining('packages/queue/src/jobs: 41 files'),
    ]);
  });

  it('throw if there is nothing to check', () => {
    expect(() => findImportViolations([])).toThrow('found no imports');
    expect(() =>
      findImportViolations([{ path: 'packages/db/src/db.ts', text: "import { Client } from 'pg';" }]),
    ).toThrow('between the rooms of packages/engine');
  });
});
