import { createApiKey } from '@linework/api-keys/create-api-key';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { createClient } from '@linework/http/client';
import { recordUsageRoute } from '@linework/schemas/usage/usage.routes';
import { startApi } from '@linework/testing/processes/start-api';
import type { Contender } from '../harness/contender.ts';
import { startPostgres } from '../services/postgres.ts';
import { buildBatch, recordsInBatch } from './build-batch.ts';
import { createLinesWithBalances } from './lines-with-balances.ts';

/** Sends the batches over HTTP to an API, which is a separate process with its default settings. */
export function lineworkWith(lineCount: number, name: string): Contender {
  return {
    name,
    records:
      'each record under its id, the used amount of each credit, the usage per day and the threshold events; one ' +
      'commit for a batch',
    async start() {
      const postgres = await startPostgres();
      await migrate(postgres.url);
      const db = openDb({ url: postgres.url, statementTimeoutMs: 60_000 });
      const { brokerId, nextLineId } = await createLinesWithBalances(db, lineCount);
      const { key } = await createApiKey(db, { name: 'bench', brokerId, scopes: ['usage:write'] });
      const api = await startApi({ DATABASE_URL: postgres.url, CHECK_RESPONSES: 'false' });
      const client = createClient(api.url, { apiKey: key });

      return {
        versions: { PostgreSQL: postgres.version },
        countCommits: postgres.countCommits,
        settle: postgres.settle,
        async place() {
          const response = await client.call(recordUsageRoute, { body: { records: buildBatch(nextLineId) } });
          if (response.status !== 200 || response.body.accepted !== recordsInBatch)
            throw new Error(JSON.stringify(response.body).slice(0, 500));
        },
        async countCompleted() {
          return Number((await db.pool.query(countBatches, [recordsInBatch])).rows[0].count);
        },
        async stop() {
          await api.stop();
          await db.close();
          await postgres.stop();
        },
      };
    },
  };
}

/**
 * Counts the complete batches. If the counted amounts differ from the usage per day, the result is not a whole number.
 */
const countBatches = `
  select (select sum(counted) from usage_record) * count(*) / nullif((select sum(amount) from usage_day), 0)
    / $1::numeric as count
  from usage_record`;
