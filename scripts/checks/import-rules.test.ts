import { describe, expect, it } from 'vitest';
import { findImportViolations, type SourceFile } from './import-rules.ts';

const sound: SourceFile = { path: 'packages/domain/src/orders/place-order.ts', text: "import { findLine } from '../lines/find-line.ts';" };

function violationsWith(path: string, text: string): readonly string[] {
  return findImportViolations([sound, { path, text }]);
}

describe('the import rules', () => {
  it('accept what goes down the ladder', () => {
    expect(violationsWith('packages/domain/src/order-types/block-line.ts', "import { step } from '../orders/step.ts';")).toEqual([]);
    expect(violationsWith('packages/domain/src/order-types/steps/one.ts', "import { step } from '../../orders/step.ts';")).toEqual([]);
    expect(violationsWith('packages/domain/src/lines/find-line.ts', "import { systems } from '../systems.ts';")).toEqual([]);
    expect(violationsWith('apps/api/test/app.test.ts', "import { aLine } from '@linework/testing/a-line';")).toEqual([]);
    expect(violationsWith('apps/local/src/main.ts', "import { start } from '@linework/local-servers/redis-server';")).toEqual([]);
  });

  it('refuse what climbs inside the domain, in whatever way it is imported', () => {
    for (const text of [
      "import { step } from '../orders/step.ts';",
      "import type { Step } from '../orders/step.ts';",
      "import {\n  one,\n  other,\n} from '../orders/step.ts';",
      "import '../orders/step.ts';",
      "export { step } from '../orders/step.ts';",
      "const { step } = await import('../orders/step.ts');",
    ]) {
      expect(violationsWith('packages/domain/src/inventory/reserve.ts', text)).toEqual([expect.stringContaining('inventory may not import orders')]);
    }
  });

  it('refuse two folders that need each other, by whatever way round', () => {
    const faults = findImportViolations([
      { path: 'packages/domain/src/lines/a.ts', text: "import { b } from '../inventory/b.ts';" },
      { path: 'packages/domain/src/inventory/b.ts', text: "import { c } from '../holders/c.ts';" },
      { path: 'packages/domain/src/holders/c.ts', text: "import { a } from '../lines/a.ts';" },
    ]);
    expect(faults).toHaveLength(3);
    expect(faults[0]).toContain('lines and inventory need each other');
  });

  it('refuse the tools of tests outside of tests', () => {
    expect(violationsWith('apps/api/src/app.ts', "import { aLine } from '@linework/testing/a-line';")).toHaveLength(1);
    expect(violationsWith('packages/queue/src/order-notifier.ts', "import { start } from '@linework/local-servers/redis-server';")).toHaveLength(1);
  });

  it('refuse names that say nothing', () => {
    expect(violationsWith('packages/queue/src/utils.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/helpers/ring.ts', '')).toHaveLength(1);
    expect(violationsWith('packages/queue/src/index.ts', '')).toHaveLength(1);
  });

  it('fail when they saw nothing to check', () => {
    expect(() => findImportViolations([])).toThrow('saw no imports');
    expect(() => findImportViolations([{ path: 'packages/db/src/db.ts', text: "import { Client } from 'pg';" }])).toThrow('between the folders');
  });
});
