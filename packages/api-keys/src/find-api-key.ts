import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { showApiKey } from './show-api-key.ts';

/**
 * A key as it is shown, also when it has expired. Raises not-found when it does not exist or belongs to another broker.
 */
export async function findApiKey(
  db: Pick<Db, 'prisma'>,
  { caller, keyId }: { readonly caller: Caller; readonly keyId: string },
): Promise<ApiKey> {
  const found = await db.prisma.apiKey.findFirst({ where: { id: keyId, ...visibleTo(caller) } });
  if (!found) throw notFound(`There is no key ${keyId}.`);
  return showApiKey(found);
}
