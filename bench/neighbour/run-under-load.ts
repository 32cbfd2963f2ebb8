import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BrokerALoad, RequestCounts } from './broker-a.ts';

/** Does some work while broker A sends all that it can, and answers what A was told meanwhile. */
export async function runUnderLoad<Result>(
  load: BrokerALoad,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly requestCounts: RequestCounts }> {
  const thread = new Worker(new URL('./broker-a.ts', import.meta.url), { workerData: load });
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error));
  const result = await Promise.race([work(), failed]);
  const answer = once(thread, 'message');
  thread.postMessage('end');
  const [requestCounts] = (await Promise.race([answer, failed])) as [RequestCounts];
  await thread.terminate();
  return { result, requestCounts };
}
