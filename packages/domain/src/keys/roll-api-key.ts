import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { createApiKey, tellKeyEvent } from './create-api-key.ts';
import { lockApiKey } from './lock-api-key.ts';

const endKeyStatement = statement(
  'end-api-key',
  "UPDATE api_key SET expires_at = least(expires_at, now() + $2::int * interval '1 second') WHERE id = $1::uuid",
);

export interface KeyRoll {
  readonly keyId: string;
  readonly oldKeyEndsInSeconds: number;
  readonly askedBy: string;
}

/** Makes a successor with the same name, broker and scopes, and the end that the old key was made with; the old key ends when chosen, or earlier if it was to. Raises not-found, and conflict for a key that has ended. */
export function rollApiKey(db: Db, { keyId, oldKeyEndsInSeconds, askedBy }: KeyRoll): Promise<ApiKey & { readonly key: string }> {
  return db.transaction(async (tx) => {
    const old = await lockApiKey(tx, keyId);
    if (old.ended) throw conflict('This key has ended: make a new one.', { code: 'key-ended' });
    await tx.query(endKeyStatement, [keyId, oldKeyEndsInSeconds]);
    await tellKeyEvent(tx, 'api-key.rolled', old, askedBy);
    const { name, brokerId, scopes, lastsUntil } = old;
    const expiresAt = lastsUntil?.toISOString();
    return createApiKey(tx, { name, brokerId: brokerId ?? undefined, scopes: scopes as Scope[], expiresAt, askedBy });
  });
}
