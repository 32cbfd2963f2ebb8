import { silentLog } from '@linework/log/log';
import { openQueues } from '../src/open-queues.ts';
import { startWorkers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';

/** A worker that acquires orders from the Redis of its argument and never finishes them. The test kills it. */
const queues = await openQueues({ redisUrl: process.argv[2], databaseUrl: 'postgres://unused', log: silentLog });
await startWorkers({
  queues,
  handlers: { ...idleHandlers, 'advance-order': () => new Promise(() => {}) },
  concurrency: 1,
  log: silentLog,
});
