import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listLineResources as readResources } from '@linework/lines/records/list-line-resources';
import { listLineResourcesRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';

export const listLineResources = implement(
  listLineResourcesRoute,
  async ({ params, query, caller, url }, { db }: Deps) => {
    const { items, meta, pages } = await readResources(db, { caller, lineId: params.id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  },
);
