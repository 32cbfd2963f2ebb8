import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import { claimResources } from '../inventory/claim-resources.ts';
import type { ClaimSource } from '../inventory/pick-claim.ts';
import { insertLine } from '../lines/insert-line.ts';
import { visibleTo } from '../visible-to.ts';
import type { OrderType } from './order-type.ts';
import { type PlaceDeps, type PlacedOrder, placeOnLine } from './place-order.ts';

export interface LineCreation {
  /** The order type that makes lines. */
  readonly orderType: OrderType;
  readonly caller: Caller;
  readonly holderId: string;
  readonly msisdn: ClaimSource;
  readonly sim: ClaimSource;
  /** Goes on to ACTIVE in the same order. */
  readonly activate: boolean;
  readonly subscriptionId?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  readonly notBefore?: Date | undefined;
}

/**
 * Makes a line for a holder: claims its number and its SIM, writes the line, PROVISIONING, and places the order that makes the
 * network know it. Raises 422 for a holder that is not there, conflict for what is not to be had or is another's.
 */
export function createLine(
  { db, ring }: PlaceDeps,
  { orderType, caller, correlationId, notBefore, activate, msisdn, sim, ...wanted }: LineCreation,
): Promise<PlacedOrder> {
  const [lineId, orderId] = [newId(), newId()];
  return db.transaction(async (tx) => {
    const brokerId = await brokerOf(tx, caller, wanted.holderId);
    const claimed = await claimResources(tx, {
      orderId,
      brokerId,
      keyId: caller.keyId,
      wishes: [
        { type: 'MSISDN', from: msisdn },
        { type: 'SIM', from: sim },
      ],
    });
    const [number, card] = ['MSISDN', 'SIM'].map((type) => claimed.filter((resource) => resource.type === type));
    if (number?.length !== 1 || card?.length !== 1) throw impossibleRequest('A line has one number and one SIM.', { code: 'one-of-each' });
    const identifiers = { msisdn: number[0]?.externalCode as string, iccid: card[0]?.externalCode as string, imsi: card[0]?.attributes.imsi as string };
    await insertLine(tx, { id: lineId, brokerId, ...wanted, ...identifiers }, { orderId, keyId: caller.keyId });
    return placeOnLine({ db: tx, ring }, orderId, { orderType, caller, lineId, correlationId, notBefore, input: { activate } });
  });
}

/** The broker whose holder it is. */
async function brokerOf(tx: Db, caller: Caller, holderId: string): Promise<string> {
  const holder = await tx.prisma.holder.findFirst({ where: { id: holderId, ...visibleTo(caller) }, select: { brokerId: true } });
  if (!holder) throw impossibleRequest(`There is no holder ${holderId}.`, { code: 'unknown-holder' });
  return holder.brokerId;
}
