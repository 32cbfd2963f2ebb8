import type { Queue } from 'bullmq';
import type { Queues } from './open-queues.ts';
import { schedules } from './single-flight-schedules.ts';

/**
 * Removes the schedulers that no job of the catalogue belongs to, such as those of jobs that had another name in an earlier release.
 * Such a scheduler would add a job that fails, again and again. Also deletes the queue that 1.0.0 used for its schedules.
 */
export async function removeUnusedSchedules({ queues, openRetiredQueue }: Pick<Queues, 'queues' | 'openRetiredQueue'>): Promise<void> {
  await Promise.all(Object.values(queues).map(removeUnknownSchedulers));
  await deleteQueue(await openRetiredQueue());
}

async function removeUnknownSchedulers(queue: Queue): Promise<void> {
  const isKnown = (key: string) => schedules.some((schedule) => schedule.name === key && schedule.queue === queue.name);
  const schedulers = await queue.getJobSchedulers();
  await Promise.all(schedulers.filter(({ key }) => !isKnown(key)).map(({ key }) => queue.removeJobScheduler(key)));
}

async function deleteQueue(queue: Queue): Promise<void> {
  try {
    // A worker that was killed leaves active jobs, which only `force` deletes.
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}
