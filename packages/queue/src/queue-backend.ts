import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';

export type QueueName = 'orders' | 'maintenance';
export type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay' | 'drainDelay'>;

/** Where the jobs live. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: QueueName): Promise<Queue>;
  openWorker(name: QueueName, process: (job: Job) => Promise<void>, settings: WorkerSettings): Promise<Worker>;
  /** True when it answers, and soon. */
  isUp(): Promise<boolean>;
  /** Closes what all queues share; they are closed before. */
  close(): Promise<void>;
}
