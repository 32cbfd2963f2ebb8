import { listLeases } from '@linework/operations/list-leases';
import { getQueuesRoute } from '@linework/schemas/queues/queues.routes';
import { endpoint } from '../request/endpoint.ts';

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
} as const;

const unreachable = { isReachable: false, queues: [], schedules: [] };
