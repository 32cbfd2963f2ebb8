import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FactSource } from '@linework/engine/model/order-type';
import type { NetworkPresence } from '../model/line-context.ts';

/**
 * A line may be on the network unless the order that should have created it did not complete and all its attempts were
 * refused. A line that no order created was imported and is on the network. A number or SIM that an order claimed but
 * did not consume may be on the network too, and no other line can have it while it is claimed. A subscriber that the
 * order had found, and did not take over to the end, is not the line's. The values are sorted by id, so that every
 * attempt sends the same.
 */
const loadNetworkPresenceStatement = statement(
  'load-network-presence',
  { orderIds: 'uuid[]' },
  `SELECT o.id AS "orderId", coalesce(c.may_exist, true) AS "mayExist", c.found,
    l.imsi || coalesce(k.imsis, '{}') AS imsis, l.msisdn || coalesce(k.msisdns, '{}') AS msisdns
  FROM orders o
  JOIN line l ON l.id = o.line_id
  CROSS JOIN LATERAL (
    SELECT bool_or(p.status = 'COMPLETED' OR s.attempt > s.refused_attempts) AS may_exist,
      (jsonb_agg(s.found -> 'subscriber') FILTER (
        WHERE p.status <> 'COMPLETED' AND jsonb_typeof(s.found -> 'subscriber') = 'object')) -> 0 AS found
    FROM orders p JOIN order_step s ON s.order_id = p.id
    WHERE p.resource_id = o.line_id AND p.previous_status = 'PROVISIONING'
  ) c
  CROSS JOIN LATERAL (
    SELECT array_agg(r.attributes ->> 'imsi'
      ORDER BY r.id) FILTER (
      WHERE t.code = 'SIM' AND r.attributes ->> 'imsi' <> l.imsi) AS imsis,
      array_agg(r.external_code
        ORDER BY r.id) FILTER (
        WHERE t.code = 'MSISDN' AND r.external_code <> l.msisdn) AS msisdns
    FROM orders p
    JOIN resource_state s ON s.reservation_id = p.id
    JOIN resource r ON r.id = s.resource_id
    JOIN resource_type t ON t.id = r.type_id
    WHERE p.resource_id = o.line_id
  ) k
  WHERE o.id = ANY(:orderIds)`,
).returns<Pick<NetworkPresence, 'found'>>();

/** The subscribers that the network may have for the line. */
export const networkPresence: FactSource = {
  name: 'networkPresence',
  async load(db: Pick<Db, 'query'>, orderIds) {
    const rows = await db.query(loadNetworkPresenceStatement, { orderIds });
    return new Map(rows.map(({ orderId, ...presence }) => [orderId, presence]));
  },
};
