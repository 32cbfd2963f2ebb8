import type { Queues } from './open-queues.ts';

/** Deletes the queue that 1.0.0 used for its schedules. */
export async function deleteRetiredQueue({ openRetiredQueue }: Pick<Queues, 'openRetiredQueue'>): Promise<void> {
  const queue = await openRetiredQueue();
  try {
    // A worker that was killed leaves active jobs, which only `force` deletes.
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}
