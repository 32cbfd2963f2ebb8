import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ApiKeyModel } from '@linework/db/generated/models/ApiKey';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type ApiKey, apiKey } from '@linework/schemas/keys/api-key';
import { printRecord } from '@linework/schemas/print-record';

/**
 * A key as it is shown, also when it has expired. Raises not-found when it does not exist or belongs to another broker.
 */
export async function findApiKey(
  db: Pick<Db, 'prisma'>,
  { caller, keyId }: { readonly caller: Caller; readonly keyId: string },
): Promise<ApiKey> {
  const found = await db.prisma.apiKey.findFirst({ where: { id: keyId, ...visibleTo(caller) } });
  if (!found) throw notFound(`There is no key ${keyId}.`);
  return printApiKey(found);
}

/** A key as it is shown: never the key itself. A key for everywhere has no addresses. */
export const printApiKey = (key: ApiKeyModel) =>
  printRecord(apiKey, {
    ...key,
    prefix: key.shownPrefix,
    allowedAddresses: key.allowedAddresses.length > 0 ? key.allowedAddresses : null,
  });
