import { randomUUID } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** A caller of a broker with every scope of a broker. */
export function aCallerOf({ id }: { readonly id: string }): Caller {
  return { keyId: randomUUID(), brokerId: id, scopes: scopes.filter((scope) => scope !== 'operator') };
}

const insertKey = statement(
  'test-insert-api-key',
  `INSERT INTO api_key (id, name, broker_id, scopes, fingerprint, shown_prefix)
   VALUES ($1::uuid, 'of a test', $2::uuid, $3::text[], uuid_send($1::uuid), 'lw_test1')`,
);

/** An operator, who has access to every broker. */
export function anOperator(): Caller {
  return { keyId: randomUUID(), brokerId: null, scopes: [...scopes] };
}

/** Gives a caller a key that exists, for what ends with its key, such as a webhook endpoint. */
export async function withKey(db: Pick<Db, 'query'>, caller: Caller): Promise<Caller> {
  await db.query(insertKey, [caller.keyId, caller.brokerId, caller.scopes]);
  return caller;
}
