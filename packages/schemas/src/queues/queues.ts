import { z } from 'zod';

const count = z.int().min(0);
const time = z.iso.datetime();

/** The leases that are listed, those that end first. */
export const listedLeases = 20;

const queue = z
  .strictObject({
    name: z.string(),
    waitingCount: count.meta({
      description: 'The jobs that a worker may take now. A job of `orders` wakes up to 64 orders.',
    }),
    activeCount: count.meta({ description: 'The jobs that workers run now.' }),
    delayedCount: count.meta({ description: 'The jobs whose time has not come.' }),
    completedCount: count.meta({ description: 'The jobs that workers have completed since the queue exists.' }),
    failedCount: count.meta({ description: 'The failed jobs that are kept. The order of a failed job is requeued.' }),
  })
  .meta({ id: 'Queue', description: 'One queue of jobs. A job is only a wake-up: no order is lost with it.' });

const schedule = z
  .strictObject({
    job: z.string(),
    summary: z.string(),
    everyMs: z.int().min(1),
    nextAt: time
      .nullable()
      .meta({ description: 'Null if the schedule is missing in the queue: a worker creates it within seconds.' }),
    lateMs: count.meta({
      description: 'The time since the next run was due; 0 if it is not due. Nothing is late while a worker runs.',
    }),
    lastFailure: z
      .strictObject({ at: time, reason: z.string() })
      .nullable()
      .meta({ description: 'The last of the failures that are kept.' }),
  })
  .meta({ id: 'Schedule' });

const lease = z.strictObject({ orderId: z.uuid(), brokerId: z.uuid(), type: z.string(), endsAt: time }).meta({
  id: 'Lease',
  description: 'An order that a worker holds. Another worker takes it when the lease has ended.',
});

export const queues = z
  .strictObject({
    isReachable: z.boolean().meta({ description: 'Whether the queues could be read. Orders are safe without them.' }),
    queues: z.array(queue).max(10),
    schedules: z.array(schedule).max(100).meta({
      description: 'The scheduled jobs, each run once for all workers. Empty if the queues are not reachable.',
    }),
    leases: z.strictObject({
      heldCount: count.meta({ description: 'The orders that workers hold now.' }),
      endedCount: count.meta({ description: 'The orders whose worker did not come back: the next worker takes them.' }),
      items: z.array(lease).max(listedLeases),
    }),
  })
  .meta({ id: 'Queues' });

export type Queues = z.infer<typeof queues>;
