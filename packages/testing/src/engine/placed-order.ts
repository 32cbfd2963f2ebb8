import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import { disarmCrashPoints } from '@linework/engine/model/crash-points';
import type { SettledLineStatus, TestLine } from '../a-line.ts';
import type { TestEngine, TestOrderType } from './test-engine.ts';

interface StepKeys {
  readonly execute: string;
  readonly undo: string;
}

/** An order that was placed and not yet acquired. */
export interface PlacedTestOrder {
  readonly orderId: string;
  readonly line: TestLine;
  /** The idempotency keys of its steps, by position. */
  readonly keys: readonly StepKeys[];
}

/** The statuses of the line in which the order is allowed; those without a failure first. */
export function listSettledSources(orderType: TestOrderType): readonly SettledLineStatus[] {
  const sources = listAllowedStatuses(orderType) as readonly SettledLineStatus[];
  return sources.toSorted((a, b) => Number(a.endsWith('ERROR')) - Number(b.endsWith('ERROR')));
}

export async function aPlacedOrder(
  orderType: TestOrderType,
  engine: TestEngine,
  status?: SettledLineStatus,
  notBefore?: Date,
): Promise<PlacedTestOrder> {
  disarmCrashPoints();
  engine.network.clearFailures();
  engine.wakeUps.length = 0;
  const { orderId, line } = await engine.place(
    orderType,
    engine,
    status ?? (listSettledSources(orderType)[0] as SettledLineStatus),
    notBefore,
  );
  const { steps } = await engine.find(orderId);
  return { orderId, line, keys: steps.map(({ id }) => ({ execute: `${id}:execute`, undo: `${id}:undo` })) };
}

export async function findLineStatus(engine: TestEngine, { line }: PlacedTestOrder): Promise<string | undefined> {
  return (await engine.db.prisma.line.findUnique({ where: { id: line.id } }))?.status;
}

/** All rows of the order, to compare them before and after. */
export async function readAllRecords(engine: TestEngine, { orderId, line }: PlacedTestOrder): Promise<unknown> {
  const { rows: events } = await engine.db.pool.query('SELECT * FROM event WHERE resource_id = ANY($1) ORDER BY seq', [
    [orderId, line.id],
  ]);
  const { rows: orders } = await engine.db.pool.query('SELECT * FROM orders WHERE id = $1', [orderId]);
  return {
    events,
    orders,
    steps: (await engine.find(orderId)).steps,
    line: await engine.db.prisma.line.findUnique({ where: { id: line.id } }),
  };
}
