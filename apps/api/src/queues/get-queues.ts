import { implement } from '@linework/http/implement';
import { listLeases } from '@linework/operations/list-leases';
import type { ScheduleState } from '@linework/queue/read-queues';
import { getQueuesRoute } from '@linework/schemas/queues/get-queues.route';
import type { Queues } from '@linework/schemas/queues/queues';
import type { Deps } from '../deps.ts';

export const getQueues = implement(getQueuesRoute, async (_request, { db, readQueues }: Deps) => {
  const [leases, state] = await Promise.all([listLeases(db), readQueues().catch(() => undefined)]);
  const queues = state?.queues.map(({ name, waiting, active, delayed, failed }) => ({
    name,
    waitingCount: waiting,
    activeCount: active,
    delayedCount: delayed,
    failedCount: failed,
  }));
  return { status: 200, body: { isReachable: state !== undefined, queues: queues ?? [], schedules: state?.schedules.map(showSchedule) ?? [], leases } };
});

function showSchedule({ nextAt, lastFailure, ...schedule }: ScheduleState): Queues['schedules'][number] {
  return {
    ...schedule,
    nextAt: nextAt?.toISOString() ?? null,
    lateMs: nextAt === null ? 0 : Math.max(0, Date.now() - nextAt.getTime()),
    lastFailure: lastFailure && { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
  };
}
