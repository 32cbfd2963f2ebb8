import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { createClient } from '@linework/http/client';
import { recordUsageRoute } from '@linework/schemas/usage/record-usage.route';
import { startApi } from '@linework/testing/processes/start-api';
import type { Contender } from '../harness/contender.ts';
import { startPostgres } from '../services/postgres.ts';
import { buildBatch, recordsInBatch } from './build-batch.ts';
import { createLinesWithBalances } from './lines-with-balances.ts';

/** The API as a process of its own, with its own settings, and the batches over HTTP. */
export function lineworkWith(lineCount: number, name: string): Contender {
  return {
    name,
    records: 'each record under its id, what is left of each credit, the use of the day and its marks; one commit for a batch',
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
          const answer = await client.call(recordUsageRoute, { body: { records: buildBatch(nextLineId) } });
          if (answer.status !== 200 || answer.body.accepted !== recordsInBatch) throw new Error(JSON.stringify(answer.body).slice(0, 500));
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

/** Complete batches, and of all that was counted what is on the days: one that differs would make the count a fraction. */
const countBatches = `
  select (select sum(counted) from usage_record) * count(*) / nullif((select sum(amount) from usage_day), 0) / $1::numeric as count from usage_record`;
