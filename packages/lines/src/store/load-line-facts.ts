import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FactSource } from '@linework/engine/model/order-type';
import type { LineResource, NetworkPresence } from '../model/line-step.ts';

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

/**
 * A line may be on the network unless the order that should have created it did not complete and all its attempts were
 * refused. A line that no order created was imported and is on the network. A number or SIM that an order claimed but
 * did not consume may be on the network too, and no other line can have it while it is claimed. A subscriber that the
 * order had found, and did not take over to the end, is not the line's. The values are sorted by id, so that every
 * attempt sends the same.
 *
 * An order that was closed left its claims suspended, because the network may have made the change: the subscriber of
 * the line may have that number or that SIM. Whoever closed the order may have given them back since.
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
    JOIN reservation v ON v.id = p.id
    JOIN resource_state s ON s.resource_id = ANY(v.resource_ids)
      AND (s.reservation_id = p.id OR s.status = 'suspended' AND s.line_id IS NULL AND s.reservation_id IS NULL)
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

/**
 * A number or SIM that is not ours is in no drift. A SIM that the broker does not have now, or that another live line
 * has, is not taken: a repair would remove the subscriber of that line.
 */
const loadSubscriberInDriftStatement = statement(
  'load-subscriber-in-drift',
  { orderIds: 'uuid[]' },
  `SELECT o.id AS "orderId",
    coalesce(array_agg(d.found ->> 'msisdn') FILTER (WHERE d.found ? 'msisdn'), '{}') AS msisdns,
    coalesce(array_agg(d.found ->> 'imsi') FILTER (
      WHERE EXISTS (SELECT FROM resource r WHERE r.imsi = d.found ->> 'imsi' AND r.broker_id = d.broker_id)
        AND NOT EXISTS (
          SELECT
          FROM line l
          WHERE l.imsi = d.found ->> 'imsi' AND l.terminated_at IS NULL AND l.id <> d.line_id
        )), '{}') AS imsis
  FROM orders o
  JOIN drift d ON d.line_id = o.line_id AND d.status IN ('OPEN', 'ACCEPTED')
  WHERE o.id = ANY(:orderIds)
  GROUP BY o.id`,
);

/** What the register had for the line when it was compared. */
export const subscriberInDrift: FactSource = {
  name: 'subscriberInDrift',
  async load(db: Pick<Db, 'query'>, orderIds) {
    const rows = await db.query(loadSubscriberInDriftStatement, { orderIds });
    return new Map(rows.map(({ orderId, ...subscriber }) => [orderId, subscriber]));
  },
};
