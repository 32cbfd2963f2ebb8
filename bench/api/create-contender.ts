import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import type { Contender } from '../harness/contender.ts';
import { startPostgres } from '../services/postgres.ts';
import { openHttpClient } from './http-client.ts';
import type { Operation } from './operation.ts';
import type { Server } from './servers/server.ts';

/** One operation on one server. The server, its database and this client are separate processes. */
export function createContender({ name, records, prepare }: Operation, server: Server): Contender {
  return {
    name: `${name}: ${server.name}`,
    records: `${records}; ${server.does}`,
    async start() {
      const postgres = await startPostgres();
      await migrate(postgres.url);
      const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
      const { brokerId, next, countWritten } = await prepare(db);
      const running = await server.start({ databaseUrl: postgres.url, db, brokerId });
      const client = openHttpClient(running.url, running.headers);
      let responses = 0;

      return {
        versions: { PostgreSQL: postgres.version },
        settle: postgres.settle,
        async place() {
          await client.send(next());
          responses += 1;
        },
        // A read leaves no trace except its response.
        countCompleted: countWritten ?? (async () => responses),
        ...(countWritten && { countCommits: postgres.countCommits }),
        async stop() {
          client.close();
          await running.stop();
          await db.close();
          await postgres.stop();
        },
      };
    },
  };
}
