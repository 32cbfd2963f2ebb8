import type { OpenDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';
import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { assignResources } from '../src/line-resources/assign-resources.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';
import { requestResourceMove } from '../src/resources/request-resource-move.ts';

export interface TestResource {
  readonly resourceId: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly lineId: string;
}

/** The statement that terminating a line runs on its number. */
const quarantineStatement = statement(
  'test-quarantine',
  { resourceId: 'uuid' },
  `WITH moved AS (
    UPDATE resource_state
    SET status = 'quarantined', line_id = NULL, quarantined_at = now(), quarantine_ends_at = now() + interval '90 days'
    WHERE resource_id = :resourceId RETURNING resource_id, broker_id
  ), closed AS (UPDATE allocation SET held_to = clock_timestamp() WHERE resource_id = :resourceId AND held_to IS NULL)
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
  SELECT broker_id, 'resource.quarantined', 'resource', resource_id, 'active', 'quarantined' FROM moved`,
);

/**
 * A number in a status that it reached by listed transitions, with a line of its broker that had it where the path
 * needs one.
 */
export async function aResourceIn(db: OpenDb, status: ResourceStatus): Promise<TestResource> {
  const pool = await aPool(db, { count: 1 });
  const line = await anActiveLine(db, { brokerId: pool.brokerId });
  const [resourceId] = pool.resourceIds as [string];
  const caller = aCallerOf({ id: pool.brokerId });
  const resource = { resourceId, brokerId: pool.brokerId, holderId: line.holderId, lineId: line.id };
  if (status === 'suspended' || status === 'decommissioned') {
    await requestResourceMove(db, { caller, resourceId, request: status === 'suspended' ? 'suspend' : 'decommission' });
    return resource;
  }
  if (status === 'available') return resource;
  const { id: reservationId } = await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 });
  if (status === 'reserved') return resource;
  await db.transaction((tx) => assignResources(tx, { ...resource, reservationId }));
  if (status === 'quarantined') await db.query(quarantineStatement, { resourceId });
  return resource;
}

/** A number that was quarantined and then recalled for its holder, without a line. */
export async function aRecalledResource(db: OpenDb): Promise<TestResource> {
  const resource = await aResourceIn(db, 'quarantined');
  await requestResourceMove(db, {
    caller: aCallerOf({ id: resource.brokerId }),
    resourceId: resource.resourceId,
    request: 'recall',
  });
  return resource;
}
