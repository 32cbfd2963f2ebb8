import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listLines as readLines } from '@linework/lines/records/list-lines';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import type { Deps } from '../deps.ts';

export const listLines = implement(listLinesRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readLines(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
