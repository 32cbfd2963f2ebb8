import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BrokerALoad, RequestCounts } from './broker-a.ts';

/** Runs `work` while broker A sends its load. Returns the result and the counts of A's responses. */
export async function runUnderLoad<Result>(
  load: BrokerALoad,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly requestCounts: RequestCounts }> {
  const thread = new Worker(new URL('./broker-a.ts', import.meta.url), { workerData: load });
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error));
  const result = await Promise.race([work(), failed]);
  const message = once(thread, 'message');
  thread.postMessage('end');
  const [requestCounts] = (await Promise.race([message, failed])) as [RequestCounts];
  await thread.terminate();
  return { result, requestCounts };
}
