import { createLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import type { Context } from '../command/context.ts';
import { readDatabaseConfig } from './config.ts';

/**
 * Creates the tables of the queues in DATABASE_URL, if the queues are in PostgreSQL and the role of the programs cannot
 * create tables.
 */
export async function prepareQueues(context: Context): Promise<void> {
  const { DATABASE_URL: databaseUrl } = readDatabaseConfig();
  const queues = await openQueues({ databaseUrl, log: createLog({ name: 'prepare-queues', level: 'warn' }) });
  await queues.close();
  context.stdout.write('The tables of the queues exist.\n');
}
