import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assignResources } from '@linework/inventory/line-resources/assign-resources';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { importLines } from '@linework/lines/records/import-lines';
import { v7 as newId } from 'uuid';
import type { DemoHolders } from './seed-holders.ts';
import type { DemoPair } from './seed-pools.ts';

/** The last line is blocked by the pause of its subscription. */
const statuses = [...Array<'ACTIVE'>(20).fill('ACTIVE'), ...Array<'BLOCKED'>(5).fill('BLOCKED'), 'ACTIVE'] as const;

export interface LineSeedOptions {
  readonly caller: Caller;
  readonly brokerId: string;
  readonly holders: DemoHolders;
  readonly pairs: readonly DemoPair[];
  readonly number: number;
}

export interface DemoLine {
  readonly id: string;
  readonly holderId: string;
  readonly status: 'ACTIVE' | 'BLOCKED';
}

/** Creates lines that are ACTIVE or BLOCKED, from the first numbers and SIMs of the pools, for each holder in turn. */
export async function seedLines(
  db: Db,
  { caller, brokerId, holders, pairs, number }: LineSeedOptions,
): Promise<readonly DemoLine[]> {
  const used = pairs.slice(0, statuses.length);
  const lines = used.map(({ msisdn, iccid, imsi }, index) => {
    const holderId = [holders.ana, holders.bruno, holders.bakery][index % 3] as string;
    const status = statuses[index] ?? 'ACTIVE';
    return {
      id: newId(),
      brokerId,
      holderId,
      msisdn,
      iccid,
      imsi,
      externalCode: `LINE-${number}-${index + 1}`,
      status,
    };
  });
  for (const status of ['ACTIVE', 'BLOCKED'] as const) {
    const sameStatus = lines.filter((line) => line.status === status).map(({ status: _, ...line }) => line);
    await importLines(db, sameStatus, status);
  }

  const resourceIds = used.flatMap(({ numberId, simId }) => [numberId, simId]);
  const { id: reservationId } = await reserveResources(db, {
    caller,
    from: { resourceIds },
    quantity: resourceIds.length,
  });
  for (const [index, { id: lineId, holderId, status }] of lines.entries()) {
    const own = resourceIds.slice(2 * index, 2 * index + 2);
    await assignResources(db, { brokerId, lineId, holderId, reservationId, resourceIds: own, keyId: caller.keyId });
    // The number and the SIM of a blocked line are suspended.
    if (status === 'BLOCKED')
      for (const resourceId of own) await requestResourceMove(db, { caller, resourceId, request: 'suspend' });
  }
  return lines.map(({ id, holderId, status }) => ({ id, holderId, status }));
}
