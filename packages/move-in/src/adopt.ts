import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { unprepared } from '@linework/db/statement';
import { insertEvent, insertEvents } from '@linework/events/insert-event';
import { lineStatusEvents, resourceStatusEvents } from '@linework/schemas/events';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { adoptBalancesAndPauses, adoptContracts } from './adopt-contracts.ts';
import { adopted, job, markText } from './adopted-rows.ts';
import { leaveRowsOut } from './leave-out.ts';
import { moveMoveIn } from './move-ins.ts';

const holdersAtOnce = 500;
const stockAtOnce = 2_000;

const lockStatement = unprepared(
  'lock-adopting-move-in',
  { moveInId: 'uuid' },
  `SELECT left_out_at IS NOT NULL AS "isLeftOut", set_config('linework.move_in', id::text, true) AS setting
  FROM move_in
  WHERE id = :moveInId AND status = 'ADOPTING'
  FOR NO KEY UPDATE`,
).returns<{ readonly isLeftOut: boolean; readonly setting: string }>();

const nextHoldersStatement = unprepared(
  'find-next-holders-to-adopt',
  { moveInId: 'uuid', limit: 'int' },
  `SELECT legacy_id AS "legacyId"
  FROM move_in_row
  WHERE move_in_id = :moveInId AND kind = 'holders' AND state = 'read'
  ORDER BY row
  LIMIT :limit`,
).returns<{ readonly legacyId: string }>();

/** Lines of holders that an earlier move-in has adopted. */
const otherHoldersStatement = unprepared(
  'find-other-holders-to-adopt-for',
  { moveInId: 'uuid', limit: 'int' },
  `SELECT DISTINCT r.parent AS "legacyId"
  FROM move_in_row r
  JOIN move_in_row h ON h.broker_id = r.broker_id AND h.kind = 'holders' AND h.legacy_id = r.parent
    AND h.state = 'adopted'
  WHERE r.move_in_id = :moveInId AND r.kind IN ('lines', 'subscriptions', 'paymentMethods') AND r.state = 'read'
  LIMIT :limit`,
).returns<{ readonly legacyId: string }>();

const holdersStatement = unprepared(
  'adopt-holders',
  { moveInId: 'uuid', ids: 'text[]' },
  `WITH batch AS MATERIALIZED (
    SELECT record_id, broker_id, legacy_id, data
    FROM move_in_row
    WHERE move_in_id = :moveInId AND kind = 'holders' AND state = 'read' AND legacy_id = ANY(:ids)
  ), added AS (
    INSERT INTO holder (id, broker_id, name, federal_tax_id, email, phone, external_code, address, metadata)
    SELECT record_id, broker_id, data ->> 'name', data ->> 'federalTaxId', data ->> 'email', data ->> 'phone',
      legacy_id, (data ->> 'address')::jsonb, coalesce((data ->> 'metadata')::jsonb, '{}')
    FROM batch
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id, external_code AS legacy_id
  ), marked AS (
    ${markText}
  )
  ${insertEvent('holder.created', { job, details: adopted('legacy_id') })}
  FROM added`,
);

const resourcesOfLinesStatement = unprepared(
  'find-resources-of-lines-to-adopt',
  { moveInId: 'uuid', ids: 'text[]' },
  `SELECT data ->> 'numberId' AS "numberId", data ->> 'simId' AS "simId"
  FROM move_in_row
  WHERE move_in_id = :moveInId AND kind = 'lines' AND state = 'read' AND parent = ANY(:ids)`,
).returns<{ readonly numberId: string; readonly simId: string }>();

const stockStatement = unprepared(
  'find-stock-to-adopt',
  { moveInId: 'uuid', kind: 'text', limit: 'int' },
  `SELECT r.legacy_id AS "legacyId"
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId AND r.kind = :kind AND r.state = 'read'
  ORDER BY r.row
  LIMIT :limit`,
).returns<{ readonly legacyId: string }>();

/** The triggers of resources write their states, their first events and the counts of their pools. */
const resourcesStatement = unprepared(
  'adopt-resources',
  { moveInId: 'uuid', kind: 'text', typeId: 'uuid', ids: 'text[]' },
  `WITH batch AS MATERIALIZED (
    SELECT r.record_id, r.broker_id, r.data,
      coalesce(p.id, CASE WHEN r.kind = 'sims' THEN m.sim_pool_id ELSE m.number_pool_id END) AS pool_id
    FROM move_in_row r
    JOIN move_in m ON m.id = r.move_in_id
    LEFT JOIN pool p ON p.broker_id = r.broker_id AND p.type_id = :typeId AND p.name = r.data ->> 'pool'
    WHERE r.move_in_id = :moveInId AND r.kind = :kind AND r.state = 'read' AND r.legacy_id = ANY(:ids)
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes, location, metadata)
    SELECT record_id, pool_id, :typeId, broker_id, coalesce(data ->> 'iccid', data ->> 'msisdn'),
      jsonb_strip_nulls(jsonb_build_object('imsi', data ->> 'imsi')), data ->> 'location',
      coalesce((data ->> 'metadata')::jsonb, '{}')
    FROM batch
    ON CONFLICT DO NOTHING
    RETURNING id
  ), unsealed AS (
    DELETE FROM move_in_secret
    WHERE record_id = ANY(ARRAY(SELECT id FROM added))
    RETURNING record_id, data_key_id, ciphertext
  ), sealed AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext)
    SELECT record_id, data_key_id, ciphertext
    FROM unsealed
  )
  ${markText}`,
);

/** The network's service state as the status of a line, where a person has decided for it. */
const networkStatuses = ruleTable('network_status', { found: 'text', status: 'text' }, [
  { found: 'active', status: 'ACTIVE' },
  { found: 'suspended', status: 'BLOCKED' },
  { found: 'standby', status: 'STAND_BY' },
]);

const lineEvents = ruleTable('line_event', { status: 'text', type: 'text' }, [
  { status: 'STAND_BY', type: lineStatusEvents.STAND_BY },
  { status: 'ACTIVE', type: lineStatusEvents.ACTIVE },
  { status: 'BLOCKED', type: lineStatusEvents.BLOCKED },
]);

/** A line goes into its status directly, with the time of its activation; no order is placed. */
const linesStatement = unprepared(
  'adopt-lines',
  { moveInId: 'uuid', ids: 'text[]' },
  `WITH batch AS MATERIALIZED (
    SELECT r.record_id, r.broker_id, r.legacy_id, h.record_id AS holder_id, n.data ->> 'msisdn' AS msisdn,
      s.data ->> 'iccid' AS iccid, s.data ->> 'imsi' AS imsi, u.record_id AS subscription_id,
      CASE WHEN b.row IS NULL THEN coalesce(net.status, r.data ->> 'status') ELSE 'BLOCKED' END AS status,
      (r.data ->> 'activatedAt')::timestamptz AS activated_at,
      coalesce((r.data ->> 'metadata')::jsonb, '{}')
        || CASE WHEN b.row IS NULL THEN '{}' ELSE jsonb_build_object('block', b.data) END AS metadata
    FROM move_in_row r
    CROSS JOIN LATERAL (
      SELECT record_id
      FROM move_in_row
      WHERE broker_id = r.broker_id AND kind = 'holders' AND legacy_id = r.parent AND state = 'adopted'
      OFFSET 0
    ) h
    CROSS JOIN LATERAL (
      SELECT data
      FROM move_in_row
      WHERE broker_id = r.broker_id AND kind = 'numbers' AND legacy_id = r.data ->> 'numberId' AND state = 'adopted'
      OFFSET 0
    ) n
    CROSS JOIN LATERAL (
      SELECT data
      FROM move_in_row
      WHERE broker_id = r.broker_id AND kind = 'sims' AND legacy_id = r.data ->> 'simId' AND state = 'adopted'
      OFFSET 0
    ) s
    LEFT JOIN LATERAL (
      SELECT record_id
      FROM move_in_row
      WHERE broker_id = r.broker_id AND kind = 'subscriptions' AND legacy_id = r.data ->> 'subscriptionId'
        AND state = 'adopted'
      OFFSET 0
    ) u ON true
    LEFT JOIN move_in_row b ON b.move_in_id = r.move_in_id AND b.kind = 'blocks' AND b.parent = r.legacy_id
      AND b.state = 'read'
    LEFT JOIN move_in_finding f ON f.move_in_id = r.move_in_id AND f.kind = 'lines' AND f.row = r.row
      AND f.code = 'other-service-state'
    LEFT JOIN move_in_decision d ON d.move_in_id = f.move_in_id AND d.code = f.code AND d.decision = 'network'
    LEFT JOIN ${networkStatuses} ON network_status.found = f.found AND d.code IS NOT NULL
    LEFT JOIN LATERAL (SELECT network_status.status) net ON true
    WHERE r.move_in_id = :moveInId AND r.kind = 'lines' AND r.state = 'read' AND r.parent = ANY(:ids)
      AND (r.data ->> 'subscriptionId' IS NULL OR u.record_id IS NOT NULL)
  ), added AS (
    INSERT INTO line (id, broker_id, holder_id, subscription_id, status, msisdn, iccid, imsi, external_code, metadata,
      activated_at)
    SELECT record_id, broker_id, holder_id, subscription_id, status, msisdn, iccid, imsi, legacy_id, metadata,
      CASE WHEN status <> 'STAND_BY' THEN coalesce(activated_at, now()) END
    FROM batch
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id, status, external_code AS legacy_id
  ), refused AS (
    UPDATE move_in_row
    SET state = 'left-out', reason = 'taken'
    WHERE record_id = ANY(ARRAY(SELECT record_id FROM batch EXCEPT SELECT id FROM added))
  )
  ${insertEvents('line', { type: 'e.type', to: 'added.status', job, details: adopted('legacy_id') })}
  FROM added
  JOIN ${lineEvents.replace('line_event(', 'e(')} ON e.status = added.status
  RETURNING resource_id AS id`,
).returns<{ readonly id: string }>();

const resourceEvents = ruleTable('e', { status: 'text', type: 'text' }, [
  { status: 'active', type: resourceStatusEvents.active },
  { status: 'suspended', type: resourceStatusEvents.suspended },
]);

/** The number and the SIM are on the line, and were its holder's since the activation. */
const assignStatement = unprepared(
  'assign-adopted-resources',
  { moveInId: 'uuid', lineIds: 'uuid[]' },
  `WITH on_line AS MATERIALIZED (
    SELECT l.id AS line_id, l.broker_id, l.holder_id, l.status, coalesce(l.activated_at, l.created_at) AS held_from,
      x.record_id AS resource_id, x.legacy_id
    FROM line l
    JOIN move_in_row r ON r.record_id = l.id
    CROSS JOIN LATERAL (VALUES ('numbers', r.data ->> 'numberId'), ('sims', r.data ->> 'simId')) AS w(kind, legacy_id)
    -- Row by row: while few rows are adopted, the planner would join each of them with each line of the broker.
    CROSS JOIN LATERAL (
      SELECT record_id, legacy_id
      FROM move_in_row
      WHERE broker_id = l.broker_id AND kind = w.kind AND legacy_id = w.legacy_id AND state = 'adopted'
      OFFSET 0
    ) x
    WHERE l.id = ANY(:lineIds)
  ), moved AS (
    UPDATE resource_state s
    SET line_id = o.line_id, updated_at = now(),
      status = CASE WHEN o.status = 'BLOCKED' THEN 'suspended' ELSE 'active' END,
      suspended_by = CASE WHEN o.status = 'BLOCKED' THEN 'block' END
    FROM on_line o
    WHERE s.resource_id = o.resource_id AND s.status = 'available'
    RETURNING s.resource_id, s.broker_id, s.status, s.line_id
  ), allocated AS (
    INSERT INTO allocation (resource_id, broker_id, holder_id, line_id, held_from)
    SELECT o.resource_id, o.broker_id, o.holder_id, o.line_id, o.held_from
    FROM on_line o
    JOIN moved USING (resource_id)
  )
  ${insertEvents('resource', {
    id: 'moved.resource_id',
    type: 'e.type',
    from: "'available'",
    to: 'moved.status',
    job,
    details: "jsonb_build_object('adopted', true, 'moveInId', :moveInId::text, 'lineId', moved.line_id)",
  })}
  FROM moved
  JOIN ${resourceEvents} ON e.status = moved.status`,
);

const markLinesStatement = unprepared(
  'mark-adopted-lines',
  { moveInId: 'uuid', lineIds: 'uuid[]' },
  `WITH lines AS (
    UPDATE move_in_row SET state = 'adopted' WHERE record_id = ANY(:lineIds) RETURNING legacy_id
  )
  UPDATE move_in_row
  SET state = 'adopted'
  WHERE move_in_id = :moveInId AND kind = 'blocks' AND state = 'read'
    AND parent = ANY(ARRAY(SELECT legacy_id FROM lines))`,
);

/** Rows that nothing has reached, such as a block of a line that was adopted before. */
const restStatement = unprepared(
  'leave-out-the-rest',
  { moveInId: 'uuid', parents: 'text[]?' },
  `UPDATE move_in_row
  SET state = 'left-out', reason = 'not-adoptable'
  WHERE move_in_id = :moveInId AND state = 'read'
    AND (:parents IS NULL OR kind IN ('lines', 'subscriptions', 'paymentMethods') AND parent = ANY(:parents))`,
  { timeoutMs: 600_000 },
);

/** What a batch did: `done` if nothing was left, and `gone` if the move-in is not being adopted. */
export type BatchResult = 'more' | 'done' | 'gone';

/**
 * Adopts the next holders with all that belongs to them, in one transaction: a worker that is killed has written a
 * batch whole or not at all, and the next one goes on behind it. It calls no network.
 */
export function adoptBatch(db: Db, moveInId: string): Promise<BatchResult> {
  return db.transaction(async (tx) => {
    const [locked] = await tx.query(lockStatement, { moveInId });
    if (!locked) return 'gone';
    if (!locked.isLeftOut) {
      await leaveRowsOut(tx, moveInId);
      return 'more';
    }
    const holders = await tx.query(nextHoldersStatement, { moveInId, limit: holdersAtOnce });
    const owners =
      holders.length > 0 ? holders : await tx.query(otherHoldersStatement, { moveInId, limit: holdersAtOnce });
    if (owners.length > 0) {
      const ids = owners.map(({ legacyId }) => legacyId);
      await adoptHolders(tx, moveInId, ids);
      return 'more';
    }
    for (const [kind, typeId] of resourceKinds) {
      const stock = await tx.query(stockStatement, { moveInId, kind, limit: stockAtOnce });
      if (stock.length === 0) continue;
      await tx.query(resourcesStatement, { moveInId, kind, typeId, ids: stock.map(({ legacyId }) => legacyId) });
      return 'more';
    }
    await tx.query(restStatement, { moveInId, parents: null });
    await moveMoveIn(tx, moveInId, { from: 'ADOPTING', to: 'ADOPTED' });
    return 'done';
  });
}

const resourceKinds = [
  ['numbers', msisdnTypeId],
  ['sims', simTypeId],
] as const;

async function adoptHolders(tx: Pick<Db, 'query'>, moveInId: string, ids: readonly string[]): Promise<void> {
  await tx.query(holdersStatement, { moveInId, ids });
  const resources = await tx.query(resourcesOfLinesStatement, { moveInId, ids });
  for (const [kind, typeId] of resourceKinds) {
    const wanted = resources.map(({ numberId, simId }) => (kind === 'numbers' ? numberId : simId));
    await tx.query(resourcesStatement, { moveInId, kind, typeId, ids: wanted });
  }
  await adoptContracts(tx, moveInId, ids);
  const lines = await tx.query(linesStatement, { moveInId, ids });
  const lineIds = lines.map(({ id }) => id);
  await tx.query(assignStatement, { moveInId, lineIds });
  await tx.query(markLinesStatement, { moveInId, lineIds });
  await adoptBalancesAndPauses(tx, { moveInId, holderIds: ids, lineIds });
  // A line whose holder, number or SIM was taken meanwhile.
  await tx.query(restStatement, { moveInId, parents: ids });
}
