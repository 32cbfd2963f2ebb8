import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { lastDayHasPassed } from './has-expired.ts';

const expireStatement = unprepared(
  'expire-payment-methods',
  { limit: 'bigint' },
  `WITH found AS (
    SELECT id
    FROM payment_method
    WHERE status = 'ACTIVE' AND ${lastDayHasPassed}
    ORDER BY expires_on, id
    LIMIT :limit
    FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE payment_method m
    SET status = 'EXPIRED', is_default = false, becomes_default = false, updated_at = now()
    FROM found
    WHERE m.id = found.id AND m.status = 'ACTIVE'
    RETURNING m.id, m.broker_id
  )
  ${insertMove('payment-method', { from: 'ACTIVE', to: 'EXPIRED' })}
  FROM moved
  RETURNING resource_id`,
);

const batchLimit = 1_000;

/** Expires the cards whose last day has passed; returns their number. Several processes may run it at the same time. */
export async function expirePaymentMethods(db: Pick<Db, 'query'>): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await db.query(expireStatement, { limit: batchLimit });
    count += expired.length;
    if (expired.length < batchLimit) return count;
  }
}
