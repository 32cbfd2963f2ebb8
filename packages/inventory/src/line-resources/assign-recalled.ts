import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { eventType } from '@linework/schemas/events';
import type { Assignment } from './assignment.ts';

const changed = eventType('resource.changed');

/**
 * The resources are active already, so their status does not change. The event names the line, and the allocation that
 * the recall opened continues with the line.
 */
const assignRecalledStatement = statement(
  'assign-recalled-resources',
  { resourceIds: 'uuid[]', brokerId: 'uuid', lineId: 'uuid', holderId: 'uuid', orderId: 'uuid?', keyId: 'uuid?' },
  `WITH target AS MATERIALIZED (
    SELECT s.resource_id
    FROM resource_state s
    WHERE s.resource_id = ANY(:resourceIds) AND s.broker_id = :brokerId AND s.status = 'active' AND s.line_id IS NULL
      AND EXISTS (
        SELECT
        FROM allocation a
        WHERE a.resource_id = s.resource_id AND a.holder_id = :holderId AND a.held_to IS NULL)
    ORDER BY s.resource_id
    FOR UPDATE OF s
  ), assigned AS (
    UPDATE resource_state
    SET line_id = :lineId, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM target))
    RETURNING resource_id, broker_id
  ), held AS (
    UPDATE allocation
    SET line_id = :lineId
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM assigned)) AND held_to IS NULL
  ), emitted AS (
    ${insertEvent(changed, {
      id: 'resource_id',
      order: ':orderId',
      key: ':keyId',
      details: "jsonb_build_object('lineId', :lineId)",
    })}
    FROM assigned
    ORDER BY resource_id
  )
  SELECT resource_id AS id FROM assigned`,
);

/**
 * Assigns to the line those of these resources that were recalled for its holder and have no line; returns their ids.
 */
export async function assignRecalled(
  tx: Db,
  resourceIds: readonly string[],
  assignment: Assignment,
): Promise<readonly string[]> {
  const { brokerId, lineId, holderId, orderId, keyId } = assignment;
  const assigned = await tx.query(assignRecalledStatement, {
    resourceIds,
    brokerId,
    lineId,
    holderId,
    orderId,
    keyId,
  });
  return assigned.map(({ id }) => id);
}
