import { listApiKeys as readKeys } from '@linework/api-keys/list-api-keys';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listApiKeysRoute } from '@linework/schemas/keys/api-keys.routes';
import type { Deps } from '../deps.ts';

export const listApiKeys = implement(listApiKeysRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readKeys(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
