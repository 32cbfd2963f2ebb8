import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

export interface PausedOrder {
  readonly orderId: string;
  readonly epoch: number;
  readonly pauseId: string;
}

/** When the sweep reads a paused order again, if nobody has ended the pause before. */
const nextSweepSql = "interval '10 min'";

/**
 * Makes orders wait for a pause. Only orders that nobody holds change, and only for a pause that has not ended. The
 * epoch stays, because no worker has acquired them: whoever acquires such an order at the same time wins, and a trigger
 * clears the pause. The time for which an order has waited for an unavailable system begins anew afterwards.
 */
const pauseOrdersStatement = statement(
  'pause-orders',
  { orderIds: 'uuid[]', epochs: 'int[]', pauseIds: 'uuid[]' },
  `UPDATE orders o
    SET
    pause_id = p.pause_id,
    unavailable_since = NULL,
    due_at = now() + ${nextSweepSql},
    next_sweep_at = now() + ${nextSweepSql}
  FROM unnest(:orderIds, :epochs, :pauseIds) AS p(id, epoch, pause_id)
  WHERE o.id = p.id
    AND o.epoch = p.epoch
    AND o.epoch > o.acquired_epoch
    AND o.due_at IS NOT NULL
    AND (o.pause_id IS DISTINCT FROM p.pause_id OR o.due_at < now() + interval '1 min')
    AND EXISTS (SELECT FROM pause a WHERE a.id = p.pause_id AND a.ended_at IS NULL)`,
);

/** Creates the function that makes orders wait for a pause. */
export const createOrderPauser =
  (db: Pick<Db, 'query'>) =>
  async (orders: readonly PausedOrder[]): Promise<readonly true[]> => {
    const sorted = orders.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
    await db.query(pauseOrdersStatement, {
      orderIds: sorted.map(({ orderId }) => orderId),
      epochs: sorted.map(({ epoch }) => epoch),
      pauseIds: sorted.map(({ pauseId }) => pauseId),
    });
    return orders.map(() => true as const);
  };
