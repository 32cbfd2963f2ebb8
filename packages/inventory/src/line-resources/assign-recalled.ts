import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { Assignment } from './assignment.ts';

const changed = eventType('resource.changed');

/**
 * The resources are active already, so their status does not change. The event names the line, and the allocation that the recall opened
 * continues with the line.
 */
const assignRecalledStatement = statement(
  'assign-recalled-resources',
  `WITH target AS MATERIALIZED (
    SELECT s.resource_id
    FROM resource_state s
    WHERE s.resource_id = ANY($1::uuid[]) AND s.broker_id = $2::uuid AND s.status = 'active' AND s.line_id IS NULL
      AND EXISTS (SELECT FROM allocation a WHERE a.resource_id = s.resource_id AND a.holder_id = $4::uuid AND a.held_to IS NULL)
    ORDER BY s.resource_id
    FOR UPDATE OF s
  ), assigned AS (
    UPDATE resource_state
    SET line_id = $3::uuid, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM target))
    RETURNING resource_id, broker_id
  ), held AS (
    UPDATE allocation SET line_id = $3::uuid WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM assigned)) AND held_to IS NULL
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, order_id, key_id, details)
    SELECT broker_id, '${changed}', 'resource', resource_id, $5::uuid, $6::uuid, jsonb_build_object('lineId', $3::uuid)
    FROM assigned
    ORDER BY resource_id
  )
  SELECT resource_id AS id FROM assigned`,
);

/** Assigns to the line those of these resources that were recalled for its holder and have no line; returns their ids. */
export async function assignRecalled(
  tx: Db,
  resourceIds: readonly string[],
  assignment: Assignment,
): Promise<readonly string[]> {
  const { brokerId, lineId, holderId, orderId, keyId } = assignment;
  const assigned = await tx.query<{ readonly id: string }>(assignRecalledStatement, [
    resourceIds,
    brokerId,
    lineId,
    holderId,
    orderId,
    keyId,
  ]);
  return assigned.map(({ id }) => id);
}
