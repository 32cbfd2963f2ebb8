import { arity } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { assertThat } from './assert-that.ts';
import { joinStepCodes, type OrderRow, toOrderSnapshot } from './load-orders.ts';
import type { OrderSnapshot, StepSnapshot } from './order-snapshot.ts';
import { findOrderTypeVersion, type OrderType, type OrderTypes } from './order-type.ts';

/**
 * What `planProgress` answers for an order that nobody has taken and whose first step is a call: order and step move, an event
 * says so. Run 0 says that nobody has taken it and that no sweep has rung for it. Its line moved when it was placed, unless it
 * waits for its time: one whose line is still to be moved is left alone. So is one of a version that this program does not
 * know, or whose steps have other codes: $2 has them by type and version, beside the status of the line. Its steps are as they were placed, so that of them
 * the limits are read and no more: to gather all of each was an eighth of the statement.
 */
const buildAcquireText = (filter: string) => `WITH taken AS (
    UPDATE orders o SET status = 'IN_PROGRESS', epoch = 1, acquired_epoch = 1, acquisitions = 1, due_at = now() + $3::int * interval '1 ms', updated_at = now()
    WHERE ${filter} AND o.epoch = 0 AND o.status = 'PENDING' AND o.not_before IS NULL
      AND $2::jsonb -> o.type -> o.type_version::text ->> 'steps'
        = array_to_string(ARRAY(SELECT s.code FROM order_step s WHERE s.order_id = o.id ORDER BY s.position), ' ')
      AND coalesce($2::jsonb -> o.type -> o.type_version::text ->> 'line' = (SELECT l.status FROM line l WHERE l.id = o.line_id), true)
    RETURNING o.id, o.type, o.type_version, o.broker_id, o.input, o.previous_status, o.line_id, o.created_at
  ), started AS (
    UPDATE order_step s SET status = 'RUNNING', attempt = 1, started_at = now()
    WHERE s.order_id = ANY(ARRAY(SELECT id FROM taken)) AND s.position = 0 AND s.status = 'PENDING' AND s.attempt = 0
    RETURNING 1
  ), events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
    SELECT broker_id, '${eventType('order.started')}', 'order', id, 'PENDING', 'IN_PROGRESS', id FROM taken
  )
  SELECT t.id, t.type, t.type_version, 'PENDING' AS status, 0 AS epoch, -1 AS acquired_epoch, 0 AS acquisitions, false AS too_early, t.created_at AS waiting_since,
    t.broker_id, t.input, t.previous_status, l.id AS line_id, l.status AS line_status, l.msisdn, l.iccid, l.imsi,
    ARRAY(SELECT s.attempt_limit FROM order_step s WHERE s.order_id = t.id ORDER BY s.position) AS limits
  FROM taken t
  LEFT JOIN line l ON l.id = t.line_id
  WHERE (SELECT ${assertThat('cardinality(ARRAY(SELECT 1 FROM started)) = cardinality(ARRAY(SELECT 1 FROM taken))', 'a step is not where its order left it')})`;

const acquireStatements = {
  one: statement('acquire-pending-order', buildAcquireText('o.id = ($1::uuid[])[1]')),
  many: statement('acquire-pending-orders', buildAcquireText('o.id = ANY(ARRAY(SELECT unnest($1::uuid[])))')),
};

/**
 * Takes orders that nobody has taken yet and reads them, in one statement instead of two: most orders are these. Answers each
 * as it was before; undefined for one that is to be read and thought about first, because it is of another kind, another
 * state, or was refused with the others.
 */
export function createPendingOrderAcquirer(db: Pick<Db, 'query'>, orderTypes: OrderTypes, { leaseMs }: { readonly leaseMs: number }) {
  const knownVersions = JSON.stringify(Object.fromEntries([...orderTypes].map(([code, versions]) => [code, describeEligibleVersions(versions)])));
  return async (ids: readonly string[]): Promise<readonly (OrderSnapshot | undefined)[]> => {
    const rows = await db.query<AcquiredOrderRow>(acquireStatements[arity(ids)], [ids.toSorted(), knownVersions, leaseMs]).catch(emptyIfRefused);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      // Of two rings for one order in the same batch one has it.
      byId.delete(id);
      const type = row && findOrderTypeVersion(orderTypes, row.type, row.type_version);
      return type && toOrderSnapshot({ ...row, input_revision: 0, away_since: null, away_ms: null, steps: row.limits.map(toPendingStep) }, type);
    });
  };
}

type AcquiredOrderRow = Omit<OrderRow, 'steps' | 'input_revision' | 'away_since' | 'away_ms'> & { readonly limits: readonly number[] };

const toPendingStep = (limit: number, position: number): StepSnapshot => ({
  position,
  status: 'PENDING',
  attempt: 0,
  attemptLimit: limit,
  refusedAttempts: 0,
  undoAttempt: 0,
  undoAttemptLimit: limit,
  error: null,
});

/** What the statement has to know of each version. */
function describeEligibleVersions(versions: readonly OrderType[]) {
  const eligible = versions.filter(startsWithCall);
  return Object.fromEntries(
    eligible.map((type) => [type.version, { steps: joinStepCodes(type), line: 'pendingStatus' in type.line ? type.line.pendingStatus : null }]),
  );
}

/** What an order has claimed, or is to remove, is read by a statement of its own, before the first call. */
const startsWithCall = ({ steps, claimsResources, removesFromNetwork }: OrderType): boolean =>
  steps[0]?.kind === 'external' && !claimsResources && !removesFromNetwork;

function emptyIfRefused(error: unknown): readonly never[] {
  if (!isRejectedStatement(error)) throw error;
  return [];
}
