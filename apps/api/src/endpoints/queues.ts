import { listLeases } from '@linework/operations/list-leases';
import { readWorkers } from '@linework/operations/workers';
import { getQueuesRoute } from '@linework/schemas/queues/queues.routes';
import { getWorkersRoute } from '@linework/schemas/workers/workers.routes';
import { endpoint, record } from '../request/endpoint.ts';

export const queues = {
  '/queues': {
    get: endpoint(getQueuesRoute, async (_request, { db, readQueues }) => {
      const reading = readQueues().then(
        (state) => ({ isReachable: true, ...state }),
        () => unreachable,
      );
      const [state, leases] = await Promise.all([reading, listLeases(db)]);
      return { status: 200, body: { ...state, leases } };
    }),
  },
  '/workers': { get: record(getWorkersRoute, (_request, { db }) => readWorkers(db)) },
} as const;

const unreachable = { isReachable: false, queues: [], schedules: [] };
