import { aLine, type RestingLineStatus, type TestLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { disarmCrashPoints } from '../../src/orders/crash-points.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import { placeOrder, sourcesOf } from '../../src/orders/place-order.ts';
import type { TestEngine } from './test-engine.ts';

interface StepKeys {
  readonly execute: string;
  readonly undo: string;
}

/** An order that was placed and not yet taken. */
export interface OrderOnLine {
  readonly orderId: string;
  readonly line: TestLine;
  /** Under which its steps call the network, by position. */
  readonly keys: readonly StepKeys[];
}

/** The statuses in which this may be ordered; one without a debt first. */
export function restingSources(orderType: OrderType): readonly RestingLineStatus[] {
  const sources = sourcesOf(orderType) as readonly RestingLineStatus[];
  return sources.toSorted((a, b) => Number(a.endsWith('ERROR')) - Number(b.endsWith('ERROR')));
}

export async function anOrderOf(orderType: OrderType, engine: TestEngine, status?: RestingLineStatus): Promise<OrderOnLine> {
  disarmCrashPoints();
  engine.network.endTrouble();
  engine.rings.length = 0;
  const line = await aLine(engine.db, status ?? (restingSources(orderType)[0] as RestingLineStatus));
  const { orderId } = await placeOrder(engine.deps, { orderType, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: 'c' });
  const { steps } = await engine.find(orderId);
  return { orderId, line, keys: steps.map(({ id }) => ({ execute: `${id}:execute`, undo: `${id}:undo` })) };
}

export async function statusOfLine(engine: TestEngine, { line }: OrderOnLine): Promise<string | undefined> {
  return (await engine.db.prisma.line.findUnique({ where: { id: line.id } }))?.status;
}

/** Every row that tells of the order, to compare before with after. */
export async function everythingAbout(engine: TestEngine, { orderId, line }: OrderOnLine): Promise<unknown> {
  const { rows: events } = await engine.db.pool.query('SELECT * FROM event WHERE resource_id = ANY($1) ORDER BY seq', [[orderId, line.id]]);
  const { rows: orders } = await engine.db.pool.query('SELECT * FROM orders WHERE id = $1', [orderId]);
  return { events, orders, steps: (await engine.find(orderId)).steps, line: await engine.db.prisma.line.findUnique({ where: { id: line.id } }) };
}
