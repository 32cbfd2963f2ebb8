import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { askResource } from '@linework/domain/inventory/ask-resource';
import { assignResources } from '@linework/domain/inventory/assign-resources';
import { reserveResources } from '@linework/domain/inventory/reserve-resources';
import { adoptLines } from '@linework/domain/lines/adopt-lines';
import { v7 as newId } from 'uuid';
import type { DemoHolders } from './demo-holders.ts';
import type { DemoPair } from './demo-pools.ts';

/** The last is the one that the pause of its subscription blocks. */
const statuses = [...Array<'ACTIVE'>(20).fill('ACTIVE'), ...Array<'BLOCKED'>(5).fill('BLOCKED'), 'ACTIVE'] as const;

export interface DemoGround {
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

/** Makes lines that are in service or blocked, of the first numbers and SIMs of the pools and of each holder in turn. */
export async function layLines(db: Db, { caller, brokerId, holders, pairs, number }: DemoGround): Promise<readonly DemoLine[]> {
  const used = pairs.slice(0, statuses.length);
  const lines = used.map(({ msisdn, iccid, imsi }, at) => {
    const holderId = [holders.ana, holders.bruno, holders.bakery][at % 3] as string;
    const status = statuses[at] ?? 'ACTIVE';
    return { id: newId(), brokerId, holderId, msisdn, iccid, imsi, externalCode: `LINE-${number}-${at + 1}`, status };
  });
  for (const status of ['ACTIVE', 'BLOCKED'] as const) {
    const alike = lines.filter((line) => line.status === status).map(({ status: _, ...line }) => line);
    await adoptLines(db, alike, status);
  }

  const resourceIds = used.flatMap(({ numberId, simId }) => [numberId, simId]);
  const { id: reservationId } = await reserveResources(db, { caller, from: { resourceIds }, quantity: resourceIds.length });
  for (const [at, { id: lineId, holderId, status }] of lines.entries()) {
    const own = resourceIds.slice(2 * at, 2 * at + 2);
    await assignResources(db, { brokerId, lineId, holderId, reservationId, resourceIds: own, keyId: caller.keyId });
    // As the line is, so are its number and its SIM.
    if (status === 'BLOCKED') for (const resourceId of own) await askResource(db, { caller, resourceId, request: 'suspend' });
  }
  return lines.map(({ id, holderId, status }) => ({ id, holderId, status }));
}
