import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { KnownLine } from './known.ts';
import type { OrderAtHand, StepAtHand } from './order-at-hand.ts';
import { type OrderType, type OrderTypes, orderTypeInVersion } from './order-type.ts';
import type { UnknownVersion } from './unknown-version.ts';

const loadOrdersStatement = statement(
  'load-orders',
  `SELECT o.id, o.type, o.type_version, o.status, o.run, o.taken_run, o.takes, o.input_revision, coalesce(o.not_before > now(), false) AS too_early,
    CASE WHEN o.status = 'PENDING' THEN coalesce(o.not_before, o.created_at) ELSE o.created_at END AS waiting_since,
    o.away_since, (extract(epoch FROM now() - o.away_since) * 1000)::float8 AS away_ms,
    o.broker_id, o.input, o.came_from, l.id AS line_id, l.status AS line_status, l.msisdn, l.iccid, l.imsi, s.steps, s.codes
  FROM orders o
  LEFT JOIN line l ON l.id = o.line_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('position', s.position, 'status', s.status, 'attempt', s.attempt, 'attemptLimit', s.attempt_limit,
      'refusedAttempts', s.refused_attempts, 'undoAttempt', s.undo_attempt, 'undoAttemptLimit', s.undo_attempt_limit,
      'error', s.error) ORDER BY s.position) AS steps,
      array_agg(s.code ORDER BY s.position) AS codes
    FROM order_step s WHERE s.order_id = o.id
  ) s
  WHERE o.id = ANY(ARRAY(SELECT unnest($1::uuid[])))`,
);

/** An order's row, with its line and its steps. */
export interface LoadedOrder {
  readonly id: string;
  readonly type: string;
  readonly type_version: number;
  readonly status: OrderStatus;
  readonly run: number;
  readonly taken_run: number;
  readonly takes: number;
  readonly input_revision: number;
  readonly too_early: boolean;
  readonly waiting_since: Date;
  readonly away_since: Date | null;
  readonly away_ms: number | null;
  readonly broker_id: string;
  readonly input: Record<string, unknown>;
  readonly came_from: LineStatus | null;
  readonly line_id: string | null;
  readonly line_status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
  readonly steps: readonly StepAtHand[];
}

/** An order, or that it is of a version which this program does not know; undefined where there is none. */
export type ReadOrder = OrderAtHand | UnknownVersion | undefined;

/** Reads orders by id. */
export async function loadOrders(db: Pick<Db, 'query'>, orderTypes: OrderTypes, ids: readonly string[]): Promise<readonly ReadOrder[]> {
  const rows = await db.query<LoadedOrder & CodesOfSteps>(loadOrdersStatement, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    return row && orderOfKnownVersion(row, orderTypes);
  });
}

interface CodesOfSteps {
  readonly codes: readonly string[];
}

function orderOfKnownVersion(row: LoadedOrder & CodesOfSteps, orderTypes: OrderTypes): OrderAtHand | UnknownVersion {
  const { id: orderId, type: code, type_version: version } = row;
  const type = orderTypeInVersion(orderTypes, code, version);
  if (!type) return { orderId, type: code, version, unknown: 'version' };
  return codesOf(type) === row.codes.join(' ') ? orderAtHand(row, type) : { orderId, type: code, version, unknown: 'steps' };
}

/** The codes of its steps in their order: an order is carried out only where they are those of its rows. */
export const codesOf = ({ steps }: OrderType): string => steps.map(({ code }) => code).join(' ');

/** The row as the engine takes it. */
export function orderAtHand(row: LoadedOrder, type: OrderType): OrderAtHand {
  const { status, run, takes, steps } = row;
  return {
    type,
    status,
    run,
    takes,
    inputRevision: row.input_revision,
    steps,
    takenRun: row.taken_run,
    tooEarly: row.too_early,
    waitingSince: row.waiting_since,
    away: row.away_since && { since: row.away_since, ms: row.away_ms ?? 0 },
    known: { orderId: row.id, brokerId: row.broker_id, input: row.input, cameFrom: row.came_from, line: knownLine(row) },
  };
}

function knownLine({ line_id, line_status, msisdn, iccid, imsi }: LoadedOrder): KnownLine | null {
  return line_id === null ? null : { id: line_id, status: line_status, msisdn, iccid, imsi };
}
