import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { WakeUp } from '@linework/schemas/jobs';

const buildNotifyText = (filter: string) => `UPDATE orders o
  SET
    epoch = o.epoch + 1,
    due_at = now() + interval '5 s',
    next_sweep_at = now() + interval '5 s'
  WHERE ${filter}
    AND o.epoch > o.acquired_epoch
    AND o.due_at IS NOT NULL
    AND EXISTS (SELECT FROM order_step s WHERE s.order_id = o.id AND s.awaited_reference IS NOT NULL)
  RETURNING o.id AS "orderId", o.epoch`;

const notifyOrderStatement = statement('notify-order', { orderId: 'uuid' }, buildNotifyText('o.id = :orderId'));
const notifyResourceStatement = statement(
  'notify-order-of-resource',
  { resourceType: 'text', resourceId: 'uuid' },
  buildNotifyText('o.resource_type = :resourceType AND o.resource_id = :resourceId'),
);

export interface NotifyDeps {
  readonly db: Pick<Db, 'query'>;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
}

/** The order that awaits a call, or the resource that it is about. */
export type Awaiting = { readonly orderId: string } | { readonly resourceType: string; readonly resourceId: string };

/**
 * Something has happened at another system: an order that awaits a call there polls at once, or after `delayMs`.
 * Returns whether there is such an order. A worker that is polling at this moment is not disturbed: the order polls
 * again when its system has said. So a lost or early notification only costs time.
 */
export async function notifyOrder({ db, notify }: NotifyDeps, awaiting: Awaiting, delayMs = 0): Promise<boolean> {
  const wakeUps = await ('orderId' in awaiting
    ? db.query(notifyOrderStatement, { orderId: awaiting.orderId })
    : db.query(notifyResourceStatement, {
        resourceType: awaiting.resourceType,
        resourceId: awaiting.resourceId,
      }));
  notify(delayMs === 0 ? wakeUps : wakeUps.map((wakeUp) => ({ ...wakeUp, delayMs })));
  return wakeUps.length > 0;
}
