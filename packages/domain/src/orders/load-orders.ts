import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { KnownLine } from './known.ts';
import type { OrderAtHand, StepAtHand } from './order-at-hand.ts';
import type { OrderTypes } from './order-type.ts';

const loadOrdersStatement = statement(
  'load-orders',
  `SELECT o.id, o.type, o.status, o.run, o.taken_run, o.takes, coalesce(o.not_before > now(), false) AS too_early,
    CASE WHEN o.status = 'PENDING' THEN coalesce(o.not_before, o.created_at) ELSE o.created_at END AS waiting_since,
    o.broker_id, o.input, o.came_from, l.id AS line_id, l.status AS line_status, l.msisdn, l.iccid, l.imsi, s.steps
  FROM orders o
  LEFT JOIN line l ON l.id = o.line_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('position', s.position, 'status', s.status, 'attempt', s.attempt, 'attemptLimit', s.attempt_limit,
      'undoAttempt', s.undo_attempt, 'undoAttemptLimit', s.undo_attempt_limit, 'error', s.error) ORDER BY s.position) AS steps
    FROM order_step s WHERE s.order_id = o.id
  ) s
  WHERE o.id = ANY(ARRAY(SELECT unnest($1::uuid[])))`,
);

/** An order's row, with its line and its steps. */
export interface LoadedOrder {
  readonly id: string;
  readonly type: string;
  readonly status: OrderStatus;
  readonly run: number;
  readonly taken_run: number;
  readonly takes: number;
  readonly too_early: boolean;
  readonly waiting_since: Date;
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

/** Reads orders by id. One that is not there, or is of a type this program does not know (a newer one's), is undefined. */
export async function loadOrders(db: Pick<Db, 'query'>, orderTypes: OrderTypes, ids: readonly string[]): Promise<readonly (OrderAtHand | undefined)[]> {
  const rows = await db.query<LoadedOrder>(loadOrdersStatement, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    return row && orderAtHand(row, orderTypes);
  });
}

/** The row as the engine takes it; undefined when this program does not know its type. */
export function orderAtHand(row: LoadedOrder, orderTypes: OrderTypes): OrderAtHand | undefined {
  const type = orderTypes.get(row.type);
  if (!type) return undefined;
  const { status, run, takes, steps } = row;
  return {
    type,
    status,
    run,
    takes,
    steps,
    takenRun: row.taken_run,
    tooEarly: row.too_early,
    waitingSince: row.waiting_since,
    known: { orderId: row.id, brokerId: row.broker_id, input: row.input, cameFrom: row.came_from, line: knownLine(row) },
  };
}

function knownLine({ line_id, line_status, msisdn, iccid, imsi }: LoadedOrder): KnownLine | null {
  return line_id === null ? null : { id: line_id, status: line_status, msisdn, iccid, imsi };
}
