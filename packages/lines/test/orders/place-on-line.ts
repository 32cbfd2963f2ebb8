import type { ClaimRequest } from '@linework/inventory/line-resources/allocate-claim';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import type { SettledLineStatus, TestLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import type { TestEngine } from '@linework/testing/engine/test-engine';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import type { LineOrderType } from '../../src/order-types/line-order-type.ts';

interface Placed {
  readonly orderId: string;
  readonly line: TestLine;
}

/** Places an order on a line with a number and a SIM. Its claims come from pools of the same broker. */
export async function placeOnLine(
  orderType: LineOrderType,
  engine: TestEngine,
  status: SettledLineStatus,
  notBefore?: Date,
): Promise<Placed> {
  if (orderType.change.request === 'create') return placeCreation(orderType, engine, notBefore);
  const line = await aLineWithResources(engine.db, status);
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
