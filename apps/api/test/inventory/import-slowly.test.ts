import { setTimeout as sleep } from 'node:timers/promises';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { importer, numbers } from './an-import.ts';

const statementTimeoutMs = 700;
/** That of the sessions is twice the limit of a statement. */
const idleTransactionLimitMs = 2 * statementTimeoutMs;
const api = await startTestApi({ statementTimeoutMs });
afterAll(() => api.close());
const { importFile } = importer(api, await api.anOperatorsClient());

describe('importing', () => {
  it.each([true, false])('has room for a client slower than any transaction may be (atomic: %s)', async (atomic) => {
    const pool = await aPool(api.db);
    const lines = numbers({ from: atomic ? 62_000_000 : 62_100_000, count: 3_000 })
      .trimEnd()
      .split('\n');
    const content = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (lines.length === 0) return controller.close();
        controller.enqueue(
          Buffer.from(
            lines
              .splice(0, 2_500)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        );
        await sleep(idleTransactionLimitMs + 300);
      },
    });
    expect(await importFile(pool.id, content, { query: { atomic } })).toMatchObject({ status: 200, body: { imported: 3_000 } });
  });
});
