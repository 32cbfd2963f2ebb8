import { listAudit as readAudit } from '@linework/events/list-audit';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listAuditRoute } from '@linework/schemas/audit/audit.routes';
import type { Deps } from '../deps.ts';

export const listAudit = implement(listAuditRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, pages } = await readAudit(db, caller, query);
  return { status: 200, body: { items }, headers: { Link: buildLinkHeader(url, pages) } };
});
