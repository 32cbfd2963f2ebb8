import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { ResourceSnapshot } from '../model/step-context.ts';
import { isUnknownVersion } from '../model/unknown-version.ts';
import type { ReadOrder } from './load-orders.ts';

const loadLineResourcesStatement = statement(
  'load-line-resources',
  `SELECT f."orderId", r.id, t.code AS type, r.external_code AS "externalCode", r.attributes, f."isClaimed",
    CASE WHEN x.resource_id IS NOT NULL THEN json_build_object('resourceId', r.id, 'dataKeyId', d.id, 'keyId', d.key_id,
      'wrapped', encode(d.wrapped, 'base64'), 'ciphertext', encode(x.ciphertext, 'base64')) END AS sealed
  FROM (
    SELECT s.resource_id, s.reservation_id AS "orderId", true AS "isClaimed" FROM resource_state s WHERE s.reservation_id = ANY($1::uuid[])
    UNION ALL SELECT s.resource_id, o.id, false FROM orders o JOIN resource_state s ON s.line_id = o.line_id WHERE o.id = ANY($1::uuid[])
  ) f JOIN resource r ON r.id = f.resource_id JOIN resource_type t ON t.id = r.type_id
  LEFT JOIN resource_secret x ON x.resource_id = r.id
  LEFT JOIN secret_data_key d ON d.id = x.data_key_id`,
);

interface Row extends ResourceSnapshot {
  readonly orderId: string;
}

/** Adds the claimed resources and the resources of the line to each order whose type claims resources. */
export async function addLineResources(db: Pick<Db, 'query'>, orders: readonly ReadOrder[]): Promise<readonly ReadOrder[]> {
  const claimingOrderIds = orders.flatMap((order) => (isKnownVersion(order) && order.type.claimsResources ? [order.context.orderId] : []));
  if (claimingOrderIds.length === 0) return orders;
  const rows = await db.query<Row>(loadLineResourcesStatement, [claimingOrderIds]);
  return orders.map((order) =>
    isKnownVersion(order) ? { ...order, context: { ...order.context, resources: rows.filter(({ orderId }) => orderId === order.context.orderId) } } : order,
  );
}

const isKnownVersion = (order: ReadOrder): order is OrderSnapshot => order !== undefined && !isUnknownVersion(order);
