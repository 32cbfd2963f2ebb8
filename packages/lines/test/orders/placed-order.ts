import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import { disarmCrashPoints } from '@linework/engine/model/crash-points';
import type { ClaimRequest } from '@linework/inventory/line-resources/allocate-claim';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLine, type SettledLineStatus, type TestLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';
import type { TestEngine } from './test-engine.ts';

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
export function listSettledSources(orderType: LineOrderType): readonly SettledLineStatus[] {
  const sources = listAllowedStatuses(orderType) as readonly SettledLineStatus[];
  return sources.toSorted((a, b) => Number(a.endsWith('ERROR')) - Number(b.endsWith('ERROR')));
}

export async function aPlacedOrder(
  orderType: LineOrderType,
  engine: TestEngine,
  status?: SettledLineStatus,
  notBefore?: Date,
): Promise<PlacedTestOrder> {
  disarmCrashPoints();
  engine.network.clearFailures();
  engine.wakeUps.length = 0;
  const { orderId, line } = await place(
    orderType,
    engine,
    status ?? (listSettledSources(orderType)[0] as SettledLineStatus),
    notBefore,
  );
  const { steps } = await engine.find(orderId);
  return { orderId, line, keys: steps.map(({ id }) => ({ execute: `${id}:execute`, undo: `${id}:undo` })) };
}

interface Placed {
  readonly orderId: string;
  readonly line: TestLine;
}

/** The order types of the tests do not change resources, so their line has none. */
const isTestType = ({ code }: LineOrderType): boolean => code.startsWith('TEST_');

/** Places an order on a line with a number and a SIM. Its claims come from pools of the same broker. */
async function place(
  orderType: LineOrderType,
  engine: TestEngine,
  status: SettledLineStatus,
  notBefore?: Date,
): Promise<Placed> {
  if (orderType.change.request === 'create') return placeCreation(orderType, engine, notBefore);
  const line = await (isTestType(orderType) ? aLine : aLineWithResources)(engine.db, status);
  const type = getClaimedType(orderType);
  const claims: readonly ClaimRequest[] = hasClaims(orderType)
    ? [{ type, from: { poolId: await aPoolId(engine, line.brokerId, type) } }]
    : [];
  const caller = aCallerOf({ id: line.brokerId });
  const { orderId } = await placeOrder(engine.deps, {
    orderType,
    caller,
    lineId: line.id,
    correlationId: 'c',
    notBefore,
    ...(hasClaims(orderType) && { claims }),
  });
  return { orderId, line };
}

async function placeCreation(orderType: LineOrderType, engine: TestEngine, notBefore?: Date): Promise<Placed> {
  const { id: holderId, brokerId } = await aHolder(
    engine.db,
    await aBroker(engine.db).then(({ id }) => ({ brokerId: id })),
  );
  const [msisdn, sim] = [
    { poolId: await aPoolId(engine, brokerId, 'MSISDN') },
    { poolId: await aPoolId(engine, brokerId, 'SIM') },
  ];
  const creation = {
    orderType,
    caller: aCallerOf({ id: brokerId }),
    holderId,
    msisdn,
    sim,
    activate: false,
    metadata: {},
    correlationId: 'c',
    notBefore,
  };
  const { orderId, line } = await createLine(engine.deps, creation);
  const { imsi } = await engine.db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
  return {
    orderId,
    line: { id: line.id, brokerId, holderId, status: line.status, msisdn: line.msisdn, iccid: line.iccId, imsi },
  };
}

/** Only an order type with claims says what becomes of them. */
const hasClaims = ({ whenUndone }: LineOrderType): boolean => whenUndone !== undefined;
const getClaimedType = ({ code }: LineOrderType) => (code === 'LINE_SIM_SWAP' ? 'SIM' : 'MSISDN');
const aPoolId = async (engine: TestEngine, brokerId: string, type: 'MSISDN' | 'SIM') =>
  (await aPool(engine.db, { brokerId, type, count: 1 })).id;

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
