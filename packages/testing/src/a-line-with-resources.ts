import type { Db } from '@linework/db/db';
import { assignResources } from '@linework/inventory/line-resources/assign-resources';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { aBroker } from './a-broker.ts';
import { aLine, type SettledLineStatus, type TestLine } from './a-line.ts';
import { aPool } from './a-pool.ts';
import { aCallerOf } from './callers.ts';

export interface TestLineWithResources extends TestLine {
  readonly numberId: string;
  readonly simId: string;
}

/**
 * A line whose number and SIM are resources of the inventory. They are suspended if the line is blocked. The default is
 * a new broker.
 */
export async function aLineWithResources(
  db: Db,
  status: SettledLineStatus,
  options: { readonly brokerId?: string } = {},
): Promise<TestLineWithResources> {
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const [numberId, simId] = await Promise.all(
    (['MSISDN', 'SIM'] as const).map(async (type) => (await aPool(db, { brokerId, type, count: 1 })).resourceIds[0]),
  );
  if (!numberId || !simId) throw new Error('each pool must have one resource');
  const [number, sim] = await Promise.all(
    [numberId, simId].map((id) => db.prisma.resource.findUniqueOrThrow({ where: { id } })),
  );
  const imsi = (sim?.attributes as { readonly imsi?: string } | undefined)?.imsi as string;
  const line = await aLine(db, status, {
    brokerId,
    msisdn: number?.externalCode as string,
    iccid: sim?.externalCode as string,
    imsi,
  });
  const caller = aCallerOf({ id: brokerId });
  const { id: reservationId } = await reserveResources(db, {
    caller,
    from: { resourceIds: [numberId, simId] },
    quantity: 2,
  });
  await db.transaction((tx) =>
    assignResources(tx, { brokerId, lineId: line.id, holderId: line.holderId, reservationId }),
  );
  if (status === 'BLOCKED') {
    for (const resourceId of [numberId, simId])
      await requestResourceMove(db, { caller, resourceId, request: 'suspend' });
    await db.prisma.resourceState.updateMany({ where: { lineId: line.id }, data: { suspendedBy: 'block' } });
  }
  return { ...line, numberId, simId };
}
