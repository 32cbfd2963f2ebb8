import { silentLog } from '@linework/log/log';
import { openQueues } from '../src/open-queues.ts';
import { startWorkers } from '../src/start-workers.ts';
import { idleHandlers } from './idle-handlers.ts';

/** A worker that takes orders of the Redis named by its argument and never ends one, to be killed. */
const queues = await openQueues({ redisUrl: process.argv[2], databaseUrl: 'postgres://unused', log: silentLog });
await startWorkers({ queues, handlers: { ...idleHandlers, 'advance-order': () => new Promise(() => {}) }, concurrency: 1, log: silentLog });
