import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FactSource } from '@linework/engine/model/order-type';
import type { LineResource } from '../model/line-context.ts';

const loadLineResourcesStatement = statement(
  'load-line-resources',
  { orderIds: 'uuid[]' },
  `SELECT f."orderId", r.id, t.code AS type, r.external_code AS "externalCode", r.attributes, f."isClaimed",
    CASE WHEN x.resource_id IS NOT NULL THEN json_build_object('resourceId', r.id, 'dataKeyId', d.id, 'keyId', d.key_id,
      'wrapped', encode(d.wrapped, 'base64'), 'ciphertext', encode(x.ciphertext, 'base64')) END AS sealed
  FROM (
    SELECT s.resource_id, s.reservation_id AS "orderId", true AS "isClaimed"
    FROM resource_state s
    WHERE s.reservation_id = ANY(:orderIds)
    UNION ALL SELECT s.resource_id, o.id, false
    FROM orders o
    JOIN resource_state s ON s.line_id = o.line_id
    WHERE o.id = ANY(:orderIds)
  ) f JOIN resource r ON r.id = f.resource_id JOIN resource_type t ON t.id = r.type_id
  LEFT JOIN resource_secret x ON x.resource_id = r.id
  LEFT JOIN secret_data_key d ON d.id = x.data_key_id`,
).returns<Pick<LineResource, 'attributes' | 'sealed'>>();

/** The resources of the line and those that the order has claimed for it. */
export const lineResources: FactSource = {
  name: 'lineResources',
  async load(db: Pick<Db, 'query'>, orderIds) {
    const rows = await db.query(loadLineResourcesStatement, { orderIds });
    return new Map(orderIds.map((id) => [id, rows.filter(({ orderId }) => orderId === id)]));
  },
};
