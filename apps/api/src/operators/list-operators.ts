import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listOperators as readOperators } from '@linework/operators/list-operators';
import { listOperatorsRoute } from '@linework/schemas/operators/operators.routes';
import type { Deps } from '../deps.ts';

export const listOperators = implement(listOperatorsRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, pages } = await readOperators(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
