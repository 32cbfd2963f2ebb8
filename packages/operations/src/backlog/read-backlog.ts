import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { type Backlog, measuredOrders, throughputMinutes } from '@linework/schemas/backlog/backlog';
import { countFailedOrders, countOpenOrders, type OrderCount } from '../count-orders.ts';
import { countUnansweredCalls } from '../count-unanswered-calls.ts';
import { countWebhooks } from '../count-webhooks.ts';
import { readEventLag } from '../read-event-lag.ts';

type StepTimes = RowOf<typeof measureStatement>;

/**
 * However many orders an hour has, only so many are read. A local step starts and ends in one statement, so it has no
 * time to show.
 */
const measureStatement = statement(
  'measure-steps',
  { measuredOrders: 'int' },
  `SELECT o.type || '.' || s.code AS step,
     count(*)::int AS count,
     percentile_cont(0.5) WITHIN GROUP (
       ORDER BY extract(epoch FROM s.finished_at - s.started_at) * 1000)::float8 AS "p50Ms",
     percentile_cont(0.99) WITHIN GROUP (
       ORDER BY extract(epoch FROM s.finished_at - s.started_at) * 1000)::float8 AS "p99Ms"
   FROM (
     SELECT id, type
     FROM orders
     WHERE created_at > now() - interval '1 h'
     ORDER BY created_at DESC, id DESC
     LIMIT :measuredOrders
   ) o
   JOIN order_step s ON s.order_id = o.id AND s.status = 'SUCCESS' AND s.finished_at > s.started_at
   GROUP BY 1
   ORDER BY "p99Ms" DESC, 1
   LIMIT 100`,
);

/** Measures the steps of the newest orders of the last hour: from the first attempt to the success. */
function measureSteps(db: Pick<Db, 'query'>): Promise<StepTimes[]> {
  return db.query(measureStatement, { measuredOrders }) as Promise<StepTimes[]>;
}

type SettledCount = RowOf<typeof countStatement>;

/**
 * The index of settled orders begins with the broker. Reading it once for each broker costs only the rows of these
 * minutes.
 */
const countStatement = statement(
  'count-settled-orders',
  { throughputMinutes: 'int' },
  `SELECT coalesce(sum(own.completed), 0)::int AS "completedCount", coalesce(sum(own.others), 0)::int AS "otherCount"
   FROM broker b
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE o.status = 'COMPLETED') AS completed,
       count(*) FILTER (WHERE o.status <> 'COMPLETED') AS others
     FROM orders o
     WHERE o.broker_id = b.id AND o.settled_at > now() - make_interval(mins => :throughputMinutes)
   ) own`,
);

/** Counts the orders of all brokers that settled in the last minutes. */
async function countSettled(db: Pick<Db, 'query'>): Promise<SettledCount> {
  const [row] = await db.query(countStatement, { throughputMinutes });
  return row ?? { completedCount: 0, otherCount: 0 };
}

/**
 * Reads what waits and how fast work is done, of all brokers. Finished orders of more than an hour ago cost nothing.
 */
export async function readBacklog(db: Pick<Db, 'query'>): Promise<Backlog> {
  const [open, failed, settled, steps, partners, webhooks, events] = await Promise.all([
    countOpenOrders(db),
    countFailedOrders(db),
    countSettled(db),
    measureSteps(db),
    countUnansweredCalls(db),
    countWebhooks(db),
    readEventLag(db),
  ]);
  return {
    orders: addUpByType(open, failed),
    settled: { minutes: throughputMinutes, ...settled },
    steps,
    partners: partners.map(({ kind, waiting, stopped, oldestAgeSeconds }) => ({
      kind,
      waitingCount: waiting,
      stoppedCount: stopped,
      oldestSeconds: oldestAgeSeconds,
    })),
    webhooks: {
      workingCount: webhooks.working,
      failingCount: webhooks.failing,
      disabledCount: webhooks.disabled,
      oldestDueSeconds: webhooks.oldestDueSeconds,
    },
    events: { oldestSeconds: events.oldestSeconds },
  };
}

function addUpByType(
  open: readonly OrderCount[],
  failed: readonly { readonly type: string; readonly count: number }[],
): Backlog['orders'] {
  const openByType = Map.groupBy(open, ({ type }) => type);
  const failedByType = new Map(failed.map(({ type, count }) => [type, count]));
  return [...new Set([...openByType.keys(), ...failedByType.keys()])]
    .map((type) => {
      const own = openByType.get(type) ?? [];
      const sum = (of: (count: OrderCount) => number) => own.reduce((total, one) => total + of(one), 0);
      return {
        type,
        openCount: sum(({ count }) => count),
        dueCount: sum(({ due }) => due),
        unavailableCount: sum(({ waiting }) => waiting),
        pausedCount: sum(({ paused }) => paused),
        failedCount: failedByType.get(type) ?? 0,
        oldestDueSeconds: Math.max(0, ...own.map(({ oldestDueSeconds }) => oldestDueSeconds)),
      };
    })
    .toSorted((a, b) => b.openCount - a.openCount || a.type.localeCompare(b.type));
}
