import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

const pauseMs = 500;

/**
 * A backend whose fetch of the next job rests a moment after a fault. A worker asks again at once, so that a Redis without
 * memory or a PostgreSQL that is starting up would be asked thousands of times a second.
 */
export function retrying<Backend extends IQueueBackend, Connection>(create: BackendFactory<Backend, Connection>): BackendFactory<Backend, Connection> {
  return (...settings) => {
    const backend = create(...settings);
    const moveToActive = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...request) => {
      try {
        return await moveToActive(...request);
      } catch (error) {
        await sleep(pauseMs);
        throw error;
      }
    };
    return backend;
  };
}
