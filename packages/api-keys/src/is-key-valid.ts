import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const isValidStatement = statement(
  'is-key-valid',
  `SELECT k.id
   FROM api_key k
   LEFT JOIN broker b ON b.id = k.broker_id
   WHERE k.id = $1::uuid
     AND ($2::uuid IS NULL OR k.broker_id = $2::uuid)
     AND k.revoked_at IS NULL
     AND (k.expires_at IS NULL OR k.expires_at > now())
     AND coalesce(b.status <> 'SUSPENDED', true)`,
);

/** Whether the key of a request that is still open may go on: it is not revoked or expired, and its broker is not suspended. */
export async function isKeyValid(db: Pick<Db, 'query'>, { keyId, brokerId }: Pick<Caller, 'keyId' | 'brokerId'>): Promise<boolean> {
  const rows = await db.query<{ readonly id: string }>(isValidStatement, [keyId, brokerId]);
  return rows.length > 0;
}
