import { randomUUID } from 'node:crypto';
import { insertResources } from '@linework/inventory/resources/insert-resources';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { buildNumbersCsv, createImporter } from './an-import.ts';

takesLong('much-work');

const api = await startTestApi();
afterAll(() => api.close());
const { aPoolToFill, importFile, codesIn } = createImporter(api, await api.anOperatorsClient());

describe('an import that the database interrupts', () => {
  it('reports how many rows were written and up to which line', async () => {
    const pool = await aPoolToFill();
    const plain = { location: null, metadata: '{}', attributes: '{}', reservationTtl: null, quarantineTtl: null };
    const response = await api.db.dryRun(async (tx) => {
      // A row of the second batch waits for this transaction until its timeout.
      await insertResources(tx, pool, [{ id: randomUUID(), externalCode: '+5521981003000', ...plain }]);
      return importFile(
        pool.id,
        `${buildNumbersCsv({ from: 81_000_000, count: 5_000 }).replace('+5521981000001', 'x')}`,
      );
    });
    const codes = await codesIn(pool.id);
    expect(response).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        imported: codes.length,
        rejected: 1,
        dryRun: false,
        errors: [{ line: 3, externalCode: 'x' }],
        processedToLine: 2_002,
      },
    });
    expect(codes.length).toBeGreaterThanOrEqual(2_000);
  });
});
