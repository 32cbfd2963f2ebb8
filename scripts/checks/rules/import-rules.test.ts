import { describe, expect, it } from 'vitest';
import { findImportViolations, type SourceFile } from './import-rules.ts';

const validFile: SourceFile = { path: 'packages/domain/src/orders/commands/place-order.ts', text: "import { findLine } from '../../lines/find-line.ts';" };

function violationsWith(path: string, text: string): readonly string[] {
  return findImportViolations([validFile, { path, text }]);
}

describe('the import rules', () => {
  it('accept imports from lower folders and packages', () => {
    expect(violationsWith('packages/domain/src/order-types/block-line.ts', "import { step } from '../orders/step.ts';")).toEqual([]);
    expect(violationsWith('packages/domain/src/order-types/steps/one.ts', "import { step } from '../../orders/step.ts';")).toEqual([]);
    expect(violationsWith('packages/domain/src/lines/find-line.ts', "import { systems } from '../systems.ts';")).toEqual([]);
    expect(violationsWith('apps/api/test/app.test.ts', "import { aLine } from '@linework/testing/a-line';")).toEqual([]);
    expect(violationsWith('apps/local/src/main.ts', "import { start } from '@linework/local-servers/redis-server';")).toEqual([]);
  });

  it('reject upward imports inside the domain, in each form of import', () => {
    for (const text of [
      "import { step } from '../orders/step.ts';",
      "import type { Step } from '../orders/step.ts';",
      "import {\n  one,\n  other,\n} from '../orders/step.ts';",
      "import '../orders/step.ts';",
      "export { step } from '../orders/step.ts';",
      "const { step } = await import('../orders/step.ts');",
    ]) {
      expect(violationsWith('packages/domain/src/numbers/reserve.ts', text)).toEqual([expect.stringContaining('numbers may not import orders')]);
    }
  });

  it('reject folders that depend on each other, even indirectly', () => {
    const violations = findImportViolations([
      validFile,
      { path: 'packages/inventory/src/pools/a.ts', text: "import { b } from '../resources/b.ts';" },
      { path: 'packages/inventory/src/resources/b.ts', text: "import { c } from '../expiry/c.ts';" },
      { path: 'packages/inventory/src/expiry/c.ts', text: "import { a } from '../pools/a.ts';" },
    ]);
    expect(violations).toHaveLength(3);
    expect(violations[0]).toContain('packages/inventory/src/pools and packages/inventory/src/resources depend on each other');
  });

  it('reject an import of a higher room of orders', () => {
    const violations = violationsWith('packages/domain/src/orders/planning/plan.ts', "import { insert } from '../store/insert-orders.ts';");
    expect(violations).toEqual([
      'packages/domain/src/orders/planning/plan.ts: orders/planning may not import orders/store: commands -> execution -> queries, store -> planning -> model, downwards only',
    ]);
    expect(violationsWith('packages/domain/src/orders/store/commit.ts', "import { plan } from '../planning/plan.ts';")).toEqual([]);
  });

  it('reject the database in a room of orders without I/O', () => {
    const violations = violationsWith('packages/domain/src/orders/model/order-type.ts', "import type { Db } from '@linework/db/db';");
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain('because it has no I/O');
  });

  it('reject test tools outside of tests', () => {
    expect(violationsWith('apps/api/src/app.ts', "import { aLine } from '@linework/testing/a-line';")).toHaveLength(1);
    expect(violationsWith('packages/payments/src/pay-invoice.ts', "import { startPayments } from '@linework/fixtures/start-payments';")).toHaveLength(1);
    expect(violationsWith('packages/fixtures/src/start-payments.ts', "import { aBroker } from '@linework/testing/a-broker';")).toEqual([]);
    expect(violationsWith('packages/queue/src/order-notifier.ts', "import { start } from '@linework/local-servers/redis-server';")).toHaveLength(1);
  });

  it('reject meaningless file names', () => {
    expect(violationsWith('packages/queue/src/utils.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/helpers/notify.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/index.ts', '')).toHaveLength(1);
  });

  it('reject a folder of more than 25 files', () => {
    const filesIn = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `packages/queue/${folder}/a${index}.ts`, text: '' }));
    expect(findImportViolations([validFile, ...filesIn('src', 25), ...filesIn('src/jobs', 25), ...filesIn('test', 26)])).toEqual([]);
    expect(findImportViolations([validFile, ...filesIn('src/jobs', 26)])).toEqual([expect.stringContaining('packages/queue/src/jobs: 26 files')]);
  });

  it('throw if there is nothing to check', () => {
    expect(() => findImportViolations([])).toThrow('found no imports');
    expect(() => findImportViolations([{ path: 'packages/db/src/db.ts', text: "import { Client } from 'pg';" }])).toThrow('between the folders');
  });
});
