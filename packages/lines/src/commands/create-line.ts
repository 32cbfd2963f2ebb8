import type { Caller } from '@linework/auth/caller';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { findCustomer } from '@linework/holders/find-customer';
import type { ClaimRequest, ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { assignRecalled } from '@linework/inventory/line-resources/assign-recalled';
import { type ClaimedResource, claimResources } from '@linework/inventory/line-resources/claim-resources';
import { findRecalledResource } from '@linework/inventory/line-resources/find-recalled-resource';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { insertLine, type NewLine } from '../records/insert-line.ts';
import { requireSubscription } from '../records/require-subscription.ts';
import { type PlacedOrder, placeOnLine } from './place-order.ts';

export interface LineCreation {
  /** The order type that provisions lines. */
  readonly orderType: LineOrderType;
  readonly caller: Caller;
  readonly holderId: string;
  readonly msisdn: ClaimSource;
  readonly sim: ClaimSource;
  /**
   * True if the same order also activates the line. False takes a subscriber that the network already has out of
   * service; left out, it is refused.
   */
  readonly activate?: boolean | undefined;
  readonly subscriptionId?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  readonly notBefore?: Date | undefined;
}

/**
 * Creates a line for a holder: claims its number and its SIM, inserts the line as PROVISIONING and places the order
 * that creates it on the network. A number that was recalled for the holder already belongs to the holder and needs no
 * claim. Raises 422 for an unknown or anonymised holder and for a subscription that has ended or belongs to another
 * holder. Raises conflict for a number or SIM that is not available or belongs to another broker.
 */
export function createLine(
  { db, notify }: PlaceDeps,
  { orderType, caller, correlationId, activate, notBefore, msisdn, sim, ...newLine }: LineCreation,
): Promise<PlacedOrder> {
  const [lineId, orderId] = [newId(), newId()];
  const { holderId } = newLine;
  const { keyId } = caller;
  return db.transaction(async (tx) => {
    const { brokerId } = await findCustomer(tx, caller, holderId);
    if (newLine.subscriptionId !== undefined)
      await requireSubscription(tx, { subscriptionId: newLine.subscriptionId, holderId, brokerId });
    const recalled =
      'resourceId' in msisdn ? await findRecalledResource(tx, { resourceId: msisdn.resourceId, holderId }) : undefined;
    const claimRequests: readonly ClaimRequest[] = recalled
      ? [{ type: 'SIM', from: sim }]
      : [
          { type: 'MSISDN', from: msisdn },
          { type: 'SIM', from: sim },
        ];
    const claimed = await claimResources(tx, { orderId, brokerId, keyId, requests: claimRequests });
    await insertLine(
      tx,
      { id: lineId, brokerId, ...newLine, ...extractIdentifiers(recalled ? [recalled, ...claimed] : claimed) },
      { orderId, keyId },
    );
    if (recalled) await assignRecalled(tx, [recalled.id], { brokerId, lineId, holderId, orderId, keyId });
    return placeOnLine({ db: tx, notify }, orderId, {
      orderType,
      caller,
      lineId,
      correlationId,
      notBefore,
      input: activate === undefined ? {} : { activate },
    });
  });
}

function extractIdentifiers(resources: readonly ClaimedResource[]): Pick<NewLine, 'msisdn' | 'iccid' | 'imsi'> {
  const [numbers, sims] = ['MSISDN', 'SIM'].map((wanted) => resources.filter(({ type }) => type === wanted));
  const [number, sim] = [numbers?.[0], sims?.[0]];
  if (!number || !sim || resources.length !== 2)
    throw unprocessableRequest('A line has one number and one SIM.', { code: 'one-resource-per-type' });
  return { msisdn: number.externalCode, iccid: sim.externalCode, imsi: sim.imsi as string };
}
