import { implement } from '@linework/http/implement';
import { listLeases } from '@linework/operations/list-leases';
import { getQueuesRoute } from '@linework/schemas/queues/queues.routes';
import type { Deps } from '../deps.ts';

const unreachable = { isReachable: false, queues: [], schedules: [] };

export const getQueues = implement(getQueuesRoute, async (_request, { db, readQueues }: Deps) => {
  const reading = readQueues().then(
    (state) => ({ isReachable: true, ...state }),
    () => unreachable,
  );
  const [state, leases] = await Promise.all([reading, listLeases(db)]);
  return { status: 200, body: { ...state, leases } };
});
