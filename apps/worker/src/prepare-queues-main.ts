// Creates the queues' tables in DATABASE_URL and ends: needed where the queues are in PostgreSQL and the programs' role may create nothing.
import { exitWithError } from '@linework/config/exit-with-error';
import { createLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { readQueueConfig } from './config.ts';

try {
  const { DATABASE_URL } = readQueueConfig();
  const queues = await openQueues({ databaseUrl: DATABASE_URL, log: createLog({ name: 'prepare-queues', level: 'warn' }) });
  await queues.close();
  console.log("The queues' tables are there.");
} catch (error) {
  exitWithError(error);
}
