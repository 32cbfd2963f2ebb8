import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

const pauseMs = 500;

/**
 * Wraps a backend so that it pauses after it failed to fetch a job. A BullMQ worker retries immediately, which means
 * thousands of requests per second to a Redis without memory or a PostgreSQL that is starting.
 */
export function retrying<Backend extends IQueueBackend, Connection>(
  create: BackendFactory<Backend, Connection>,
  onFetch = () => {},
): BackendFactory<Backend, Connection> {
  return (...settings) => {
    const backend = create(...settings);
    const moveToActive = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...request) => {
      try {
        const job = await moveToActive(...request);
        onFetch();
        return job;
      } catch (error) {
        await sleep(pauseMs);
        throw error;
      }
    };
    return backend;
  };
}
