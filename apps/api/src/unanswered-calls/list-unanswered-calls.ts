import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listUnansweredCalls as readUnansweredCalls } from '@linework/partners/unanswered/list-unanswered-calls';
import { listUnansweredCallsRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import type { Deps } from '../deps.ts';

export const listUnansweredCalls = implement(listUnansweredCallsRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, pages } = await readUnansweredCalls(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
