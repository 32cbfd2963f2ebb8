// Creates the tables of the queues in DATABASE_URL. Run it if the queues are in PostgreSQL and the role of the programs cannot create tables.
import { exitWithError } from '@linework/config/exit-with-error';
import { createLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { readQueueConfig } from './config.ts';

try {
  const { DATABASE_URL } = readQueueConfig();
  const queues = await openQueues({ databaseUrl: DATABASE_URL, log: createLog({ name: 'prepare-queues', level: 'warn' }) });
  await queues.close();
  console.log('The tables of the queues exist.');
} catch (error) {
  exitWithError(error);
}
