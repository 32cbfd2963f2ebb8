import { unprepared } from '@linework/db/statement';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { buildNumbersCsv, createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { aPoolToFill, importFile, codesIn } = createImporter(api, await api.anOperatorsClient());
const aBatch = 2_000;
const imported = { status: 200, body: { imported: 3_000 } };

/** Sends 3,000 numbers: more than a batch at once, and the rest when `resume` resolves. */
function aSlowFile(from: number, waitForNext: () => Promise<void>): ReadableStream<Uint8Array> {
  const lines = buildNumbersCsv({ from, count: 3_000 }).split(/(?<=\n)/);
  const parts = [lines.slice(0, aBatch + 500), lines.slice(aBatch + 500)];
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      if (parts.length === 0) await waitForNext();
      controller.enqueue(Buffer.from(part.join('')));
    },
  });
}

const keeperStatesStatement = unprepared(
  'test-keeper-states',
  `SELECT state FROM pg_stat_activity
   WHERE datname = current_database() AND query LIKE '%INSERT INTO import_row%'
     AND query NOT LIKE '%pg_stat_activity%'`,
);

describe('an import with a slow client', () => {
  it('has committed the earlier rows', async () => {
    const pool = await aPoolToFill();
    const file = aSlowFile(62_000_000, () => expect.poll(() => codesIn(pool.id)).toHaveLength(aBatch));
    expect(await importFile(pool.id, file)).toMatchObject(imported);
  });

  it('keeps no transaction open when it is atomic', async () => {
    const pool = await aPoolToFill();
    const file = aSlowFile(62_100_000, () =>
      expect.poll(() => api.db.query(keeperStatesStatement)).toEqual([{ state: 'idle' }]),
    );
    expect(await importFile(pool.id, file, { query: { atomic: true } })).toMatchObject(imported);
  });
});
