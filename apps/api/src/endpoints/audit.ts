import { listAudit } from '@linework/events/list-audit';
import { buildLinkHeader } from '@linework/http/link-header';
import { listAuditRoute } from '@linework/schemas/audit/audit.routes';
import { endpoint } from '../request/endpoint.ts';

export const audit = {
  '/audit': {
    get: endpoint(listAuditRoute, async ({ query, caller, url }, { db }) => {
      const { items, pages } = await listAudit(db, caller, query);
      return { status: 200, body: { items }, headers: { Link: buildLinkHeader(url, pages) } };
    }),
  },
} as const;
