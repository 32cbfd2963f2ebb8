import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import type { WakeUpList } from './wake-up-list.ts';

export type QueueName = 'orders' | 'maintenance';
/** The name of the queue `maintenance` in 1.0.0. No worker serves it. */
export const retiredQueueName = 'upkeep';
type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay' | 'drainDelay'>;

/** The store of the jobs. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  /** Where wake-ups without a delay wait. Undefined if they are jobs of the queue `orders`, as in PostgreSQL. */
  readonly wakeUps?: WakeUpList;
  openQueue(name: QueueName | typeof retiredQueueName): Promise<Queue>;
  openWorker(name: QueueName, process: (job: Job) => Promise<void>, settings: WorkerSettings): Promise<Worker>;
  /** True when the store answers within the timeout. */
  isUp(): Promise<boolean>;
  /** Closes the connections that all queues share. The caller closes the queues before. */
  close(): Promise<void>;
}
