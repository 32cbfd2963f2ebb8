import { naturalBatch } from '@linework/batching/natural-batch';
import type { Log } from '@linework/log/log';
import { advanceOrderJob, type JobData } from '@linework/schemas/jobs';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import { watchOutage } from './outage.ts';

/** "Look at this order again", at once or after a while. */
export interface Ring {
  readonly orderId: string;
  /** The order's run when it is rung for. */
  readonly run: number;
  readonly delayMs?: number;
  /** The order waits for a system that is away. */
  readonly isAway?: true;
}

/** Fire and forget: never throws and never waits. A ring that is lost is made good by `ring-due-orders`. */
export type RingOrders = (rings: readonly Ring[]) => void;

export interface Bell {
  readonly ring: RingOrders;
  /** Comes back when no ring is on its way any more. */
  settle(): Promise<void>;
  /** How many rings were lost since the start. */
  lostRings(): number;
}

const ordersPerJob = 64;
/** While the queue hangs rings pile up. Those that waited for longer than this are given up: their orders are due soon anyway. */
const patienceMs = 2_000;

interface Sent {
  readonly ring: Ring;
  readonly sentAtMs: number;
}

/**
 * Rings by adding jobs to `queue`. While one `add` is under way, the rings that arrive wait and then share one job;
 * delayed rings share one call and keep a job each.
 */
export function hangBell(queue: Queue, log: Log): Bell {
  const onTheirWay = new Set<Promise<void>>();
  const outage = watchOutage(log, { failing: 'rings are lost', working: 'rings arrive again' });
  const ringNow = naturalBatch((sent: readonly Sent[]) => addOneJob(queue, inTime(sent)), { most: ordersPerJob });
  const ringLater = naturalBatch((sent: readonly Sent[]) => addDelayedJobs(queue, inTime(sent)), { most: ordersPerJob });
  let lost = 0;

  function send(ring: Ring): void {
    const sent = { ring, sentAtMs: performance.now() };
    const arrival = (isLater(ring) ? ringLater(sent) : ringNow(sent)).then(outage.worked, lose).finally(() => onTheirWay.delete(arrival));
    onTheirWay.add(arrival);
  }

  function lose(error: unknown): void {
    lost += 1;
    outage.failed(error);
  }

  return {
    ring: (rings) => rings.forEach(send),
    lostRings: () => lost,
    async settle() {
      while (onTheirWay.size > 0) await Promise.all(onTheirWay);
    },
  };
}

const isLater = ({ delayMs = 0 }: Ring): boolean => delayMs > 0;
const jobIdOf = ({ orderId, run }: Ring): string => `order-${orderId}-${run}`;
const orderOf = ({ orderId, run, isAway }: Ring) => ({ orderId, run, ...(isAway && { isAway }) });

/** The rings, unless the first and oldest of them has waited for too long. */
function inTime(sent: readonly Sent[]): readonly Ring[] {
  if (sent[0] !== undefined && performance.now() - sent[0].sentAtMs > patienceMs) throw new Error(`the queue took no ring for ${patienceMs} ms`);
  return sent.map(({ ring }) => ring);
}

async function addOneJob(queue: Queue, rings: readonly Ring[]): Promise<readonly undefined[]> {
  const [first, ...others] = [...new Map(rings.map((ring) => [jobIdOf(ring), ring])).values()];
  if (first === undefined) return [];
  // An id that is there already makes `add` do nothing, and the others would be lost with the first: hence an id of its own.
  const jobId = others.length === 0 ? jobIdOf(first) : `${jobIdOf(first)}-and-${others.length}`;
  const data: JobData<'advance-order'> = { orders: [first, ...others].map(orderOf) };
  await queue.add(advanceOrderJob.name, data, { ...jobOptions(advanceOrderJob), jobId });
  return [];
}

async function addDelayedJobs(queue: Queue, rings: readonly Ring[]): Promise<readonly undefined[]> {
  const jobs = rings.map((ring) => ({
    name: advanceOrderJob.name,
    data: { orders: [orderOf(ring)] } satisfies JobData<'advance-order'>,
    opts: { ...jobOptions(advanceOrderJob), jobId: jobIdOf(ring), delay: ring.delayMs },
  }));
  await queue.addBulk(jobs as Parameters<Queue['addBulk']>[0]);
  return [];
}
