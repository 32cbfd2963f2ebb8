import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import type { Settings } from '@linework/testing/programs/process-settings';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { everythingInRedis } from './everything-in-redis.ts';
import { everythingInSchema } from './everything-in-schema.ts';

type QueuesIn = 'redis' | 'postgres';

/** A system that logs everything, and all that its workers have written. */
export interface WatchedSystem extends System {
  /** Replaces the worker that runs. */
  replaceWorker(settings?: Settings): Promise<WorkerProcess>;
  /** The log of the API and of every worker. */
  listLogLines(): readonly string[];
  /** The metrics of every worker and of the API, and the board of the queues. */
  readPages(): Promise<readonly string[]>;
  readQueues(): Promise<readonly string[]>;
}

export async function startWatchedSystem(queues: QueuesIn): Promise<WatchedSystem> {
  const redisUrl = queues === 'redis' ? await testRedisUrl() : undefined;
  const system = await startSystem({ ...(redisUrl && { redisUrl }), settings: { LOG_LEVEL: 'trace' } });
  const workers: WorkerProcess[] = [];
  const pagesOfStopped: string[] = [];
  const read = async (url: string) => (await fetch(url, { headers: { 'X-API-Key': system.operatorKey } })).text();
  const readPagesOf = (worker: WorkerProcess | undefined) =>
    Promise.all(
      worker
        ? [read(`${worker.url}/metrics`), read(`${worker.url}/queues/api/queues?activeQueue=orders&status=latest`)]
        : [],
    );

  return {
    ...system,
    async replaceWorker(settings) {
      const stopped = workers.at(-1);
      pagesOfStopped.push(...(await readPagesOf(stopped)));
      await stopped?.stop();
      const worker = await system.startWorker(settings);
      workers.push(worker);
      return worker;
    },
    listLogLines: () => [system.api, ...workers].flatMap(({ lines }) => lines),
    readPages: async () => [
      ...pagesOfStopped,
      ...(await readPagesOf(workers.at(-1))),
      await read(`${system.api.adminUrl}/metrics`),
    ],
    readQueues: () => (redisUrl ? everythingInRedis(redisUrl) : everythingInSchema(system.db, 'bullmq')),
  };
}
