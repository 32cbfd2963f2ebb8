import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { askResource } from '@linework/domain/inventory/ask-resource';
import { assignResources } from '@linework/domain/inventory/assign-resources';
import { reserveResources } from '@linework/domain/inventory/reserve-resources';
import { type AdoptedLine, adoptLines } from '@linework/domain/lines/adopt-lines';
import { v7 as newId } from 'uuid';
import type { DemoPair } from './demo-pools.ts';

const activeLines = 20;
const blockedLines = 5;

export interface DemoLines {
  readonly caller: Caller;
  readonly brokerId: string;
  readonly holderIds: readonly string[];
  readonly pairs: readonly DemoPair[];
  readonly number: number;
}

/** Makes lines that are in service or blocked, of the first numbers and SIMs of the pools; answers their ids. */
export async function layLines(db: Db, { caller, brokerId, holderIds, pairs, number }: DemoLines): Promise<readonly string[]> {
  const used = pairs.slice(0, activeLines + blockedLines);
  const lines = used.map(({ msisdn, iccid, imsi }, at): AdoptedLine => {
    const holderId = holderIds[at % holderIds.length];
    if (holderId === undefined) throw new Error('a demo line needs a holder');
    return { id: newId(), brokerId, holderId, msisdn, iccid, imsi, externalCode: `LINE-${number}-${at + 1}` };
  });
  await adoptLines(db, lines.slice(0, activeLines), 'ACTIVE');
  await adoptLines(db, lines.slice(activeLines), 'BLOCKED');

  const resourceIds = used.flatMap(({ numberId, simId }) => [numberId, simId]);
  const { id: reservationId } = await reserveResources(db, { caller, from: { resourceIds }, quantity: resourceIds.length });
  for (const [at, { id: lineId, holderId }] of lines.entries()) {
    const own = resourceIds.slice(2 * at, 2 * at + 2);
    await assignResources(db, { brokerId, lineId, holderId, reservationId, resourceIds: own, keyId: caller.keyId });
    // As the line is, so are its number and its SIM.
    if (at >= activeLines) for (const resourceId of own) await askResource(db, { caller, resourceId, request: 'suspend' });
  }
  return lines.map(({ id }) => id);
}
