import type { Db } from '@linework/db/db';
import { type Backlog, throughputMinutes } from '@linework/schemas/backlog/backlog';
import { isOpen } from '@linework/schemas/lifecycles/order.lifecycle';
import { countOrders, type OrderCount } from '../count-orders.ts';
import { countUnansweredCalls } from '../count-unanswered-calls.ts';
import { countWebhooks } from '../count-webhooks.ts';
import { readEventLag } from '../read-event-lag.ts';
import { countSettled } from './count-settled.ts';
import { measureSteps } from './measure-steps.ts';

/**
 * Reads what waits and how fast work is done, of all brokers. Finished orders of more than an hour ago cost nothing.
 */
export async function readBacklog(db: Pick<Db, 'query'>): Promise<Backlog> {
  const [orders, settled, steps, partners, webhooks, events] = await Promise.all([
    countOrders(db),
    countSettled(db),
    measureSteps(db),
    countUnansweredCalls(db),
    countWebhooks(db),
    readEventLag(db),
  ]);
  return {
    orders: addUpByType(orders),
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

function addUpByType(counts: readonly OrderCount[]): Backlog['orders'] {
  const byType = Map.groupBy(counts, ({ type }) => type);
  return [...byType]
    .map(([type, own]) => {
      const open = own.filter(({ status }) => isOpen(status));
      const sum = (all: readonly OrderCount[], of: (count: OrderCount) => number) =>
        all.reduce((total, one) => total + of(one), 0);
      return {
        type,
        openCount: sum(open, ({ count }) => count),
        dueCount: sum(open, ({ due }) => due),
        unavailableCount: sum(open, ({ waiting }) => waiting),
        pausedCount: sum(open, ({ paused }) => paused),
        failedCount: sum(own, ({ count }) => count) - sum(open, ({ count }) => count),
        oldestDueSeconds: Math.max(0, ...open.map(({ oldestDueSeconds }) => oldestDueSeconds)),
      };
    })
    .toSorted((a, b) => b.openCount - a.openCount || a.type.localeCompare(b.type));
}
