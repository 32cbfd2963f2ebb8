import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

type OpenPause = { readonly id: string; readonly brokerId: string };

const beginStatement = statement(
  'begin-pause',
  { id: 'uuid', brokerId: 'uuid', at: 'timestamptz' },
  'INSERT INTO subscription_pause (subscription_id, broker_id, paused_at) VALUES (:id, :brokerId, :at)',
);

/** Records the start of a pause. The database rejects a second open pause. */
export async function recordPauseStart(tx: Pick<Db, 'query'>, { id, brokerId }: OpenPause, at: Date): Promise<void> {
  await tx.query(beginStatement, { id, brokerId, at });
}

const endStatement = statement(
  'end-pause',
  { id: 'uuid', at: 'timestamptz' },
  'UPDATE subscription_pause SET resumed_at = :at WHERE subscription_id = :id AND resumed_at IS NULL',
);

/** Records the end of a pause. If a subscription ends while it is paused, the pause lasts until that end. */
export async function recordPauseEnd(tx: Pick<Db, 'query'>, { id }: Pick<OpenPause, 'id'>, at: Date): Promise<void> {
  await tx.query(endStatement, { id, at });
}

/** Pauses that ended before the current cycle are not needed any more. */
const loadStatement = statement(
  'load-pauses',
  { subscriptionIds: 'uuid[]' },
  `SELECT p.subscription_id AS "subscriptionId", ${dayInSql('p.paused_at')}::text AS "from",
     ${dayInSql('coalesce(p.resumed_at, s.ended_at)')}::text AS "until"
  FROM subscription_pause p JOIN subscription s ON s.id = p.subscription_id
  WHERE p.subscription_id = ANY(:subscriptionIds) AND ${dayInSql('coalesce(p.resumed_at, s.ended_at)')} > s.cycle_from
  ORDER BY p.paused_at`,
).returns<{ readonly until: string }>();

/**
 * The days on which these subscriptions were paused, from the current cycle on. The last day of a pause is excluded.
 */
export function loadPauses(tx: Pick<Db, 'query'>, subscriptionIds: readonly string[]) {
  return tx.query(loadStatement, { subscriptionIds });
}
