import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadOfA, Told } from './broker-a.ts';

/** Does some work while broker A sends all that it can, and answers what A was told meanwhile. */
export async function underLoad<Result>(load: LoadOfA, work: () => Promise<Result>): Promise<{ readonly result: Result; readonly told: Told }> {
  const thread = new Worker(new URL('./broker-a.ts', import.meta.url), { workerData: load });
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error));
  const result = await Promise.race([work(), failed]);
  const answer = once(thread, 'message');
  thread.postMessage('end');
  const [told] = (await Promise.race([answer, failed])) as [Told];
  await thread.terminate();
  return { result, told };
}
