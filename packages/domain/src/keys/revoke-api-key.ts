import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { tellKeyEvent } from './create-api-key.ts';
import { lockApiKey } from './lock-api-key.ts';

const revokeStatement = statement('revoke-api-key', 'UPDATE api_key SET revoked_at = now() WHERE id = $1::uuid AND revoked_at IS NULL RETURNING id');

/** Ends a key for good; one that is revoked already stays as it is. Raises not-found. */
export async function revokeApiKey(db: Db, { keyId, askedBy }: { readonly keyId: string; readonly askedBy: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const key = await lockApiKey(tx, keyId);
    const revoked = await tx.query(revokeStatement, [keyId]);
    if (revoked.length > 0) await tellKeyEvent(tx, 'api-key.revoked', key, askedBy);
  });
}
