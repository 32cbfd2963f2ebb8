import type { ResourceType } from '@linework/engine/model/resource-type';
import { lineStatusEvents } from '@linework/schemas/events';
import { type LineRequest, type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { lineNotFound } from '../records/find-line.ts';
import { moveClaims } from '../store/move-claims.ts';
import { moveLineResources } from '../store/move-line-resources.ts';

/** A line, as the engine sees it. */
export const lineResource: ResourceType = {
  name: 'line',
  table: 'line',
  factColumns: ['msisdn', 'iccid', 'imsi'],
  lifecycle: {
    getSources: (request) => lineLifecycle.getSources(request as LineRequest),
    getRequests: (from) => lineLifecycle.getRequests(from as LineStatus),
  },
  statusEvents: lineStatusEvents,
  statusAssignments: `activated_at = CASE
        WHEN w."to" = 'ACTIVE' THEN coalesce(r.activated_at, now())
        ELSE r.activated_at END,
      terminated_at = CASE WHEN w."to" = 'TERMINATED' THEN now() END`,
  externalCodeColumn: 'external_code',
  shown: {
    columns: `m.broker_id AS "brokerId", m.msisdn, m.iccid, m.subscription_id AS "subscriptionId",
    m.external_code AS "externalCode", m.metadata, m.activated_at AS "activatedAt",
    m.terminated_at AS "terminatedAt", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
    json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder`,
    joins: 'JOIN holder h ON h.id = m.holder_id',
  },
  effects: [moveLineResources.type, moveClaims.type],
  notFound: lineNotFound,
};
