import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { lockLines } from '@linework/lines/records/lock-lines';
import type { Account } from './account.ts';
import type { CrossedThreshold } from './find-crossed-thresholds.ts';

const emitStatement = statement(
  'emit-threshold-events',
  { events: 'jsonb', keyId: 'uuid' },
  `${insertEvents('line', { type: 'event', broker: '"brokerId"', id: '"lineId"', key: ':keyId', details: 'details' })}
FROM jsonb_to_recordset(:events) AS m("brokerId" uuid, event text, "lineId" uuid, details jsonb)`,
);

/** Inserts an event of the line for each threshold that one of its components has crossed. */
export async function emitThresholdEvents(
  tx: Pick<Db, 'query'>,
  caller: Caller,
  crossed: readonly CrossedThreshold[],
  accounts: readonly Account[],
): Promise<void> {
  if (crossed.length === 0) return;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const events = crossed.flatMap(({ accountId, componentId, type, percent, event }) => {
    const account = byId.get(accountId);
    return account
      ? [
          {
            brokerId: account.brokerId,
            lineId: account.lineId,
            event,
            details: { productId: account.productId, componentId, type, percent },
          },
        ]
      : [];
  });
  await lockLines(tx, [...new Set(events.map(({ lineId }) => lineId))]);
  await tx.query(emitStatement, { events, keyId: caller.keyId });
}
