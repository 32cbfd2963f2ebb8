import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';

export type QueueName = 'orders' | 'maintenance';
/** The name of the queue `maintenance` in 1.0.0. No worker serves it. */
export const retiredQueueName = 'upkeep';
type WorkerSettings = Pick<
  WorkerOptions,
  | 'autorun'
  | 'concurrency'
  | 'lockDuration'
  | 'stalledInterval'
  | 'maxStalledCount'
  | 'runRetryDelay'
  | 'drainDelay'
  | 'metrics'
>;

/** The store of the jobs. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: QueueName | typeof retiredQueueName): Promise<Queue>;
  /** `onFetch` is called each time the queue has answered which job is next, also if there is none. */
  openWorker(
    name: QueueName,
    process: (job: Job) => Promise<void>,
    settings: WorkerSettings,
    onFetch?: () => void,
  ): Promise<Worker>;
  /**
   * Deletes the list in Redis of the release before, which had wake-ups. Remove this in the release after the next one.
   */
  deleteRetiredList(): Promise<void>;
  /** True when the store answers within the timeout. */
  isUp(): Promise<boolean>;
  /** Closes the connections that all queues share. The caller closes the queues before. */
  close(): Promise<void>;
}
