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
  { id: 'uuid', brokerId: 'uuid?', scopes: 'text[]' },
  `INSERT INTO api_key (id, name, broker_id, scopes, fingerprint, shown_prefix)
   VALUES (:id, 'of a test', :brokerId, :scopes, uuid_send(:id), 'lw_test1')`,
);

/** An operator, who has access to every broker. */
export function anOperator(): Caller {
  return { keyId: randomUUID(), brokerId: null, scopes: [...scopes] };
}

/** Gives a caller a key that exists, for what ends with its key, such as a webhook endpoint. */
export async function withKey(db: Pick<Db, 'query'>, caller: Caller): Promise<Caller> {
  await db.query(insertKey, { id: caller.keyId, brokerId: caller.brokerId, scopes: caller.scopes });
  return caller;
}
