import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { insertMove } from '@linework/events/insert-event';
import { findCustomer } from '@linework/holders/find-customer';
import type { ClaimRequest, ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { assignRecalled } from '@linework/inventory/line-resources/assign-recalled';
import { type ClaimedResource, claimResources } from '@linework/inventory/line-resources/claim-resources';
import { findRecalledResource } from '@linework/inventory/line-resources/find-recalled-resource';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { type PlacedOrder, placeOnLine } from './place-order.ts';

/** A new line. */
interface NewLine {
  readonly id: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
  readonly subscriptionId?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const insertLineStatement = statement(
  'insert-line',
  {
    id: 'uuid',
    brokerId: 'uuid',
    holderId: 'uuid',
    msisdn: 'text',
    iccid: 'text',
    imsi: 'text',
    subscriptionId: 'uuid?',
    externalCode: 'text?',
    metadata: 'jsonb',
    orderId: 'uuid',
    keyId: 'uuid?',
  },
  `WITH inserted AS (
    INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, subscription_id, external_code, metadata)
    VALUES (:id, :brokerId, :holderId, 'PROVISIONING', :msisdn, :iccid, :imsi, :subscriptionId, :externalCode,
      :metadata)
    RETURNING id, broker_id
  )
  ${insertMove('line', { to: 'PROVISIONING', order: ':orderId', key: ':keyId' })}
  FROM inserted`,
);

/** Inserts a new PROVISIONING line with its event. Raises conflict when its external code, number or SIM is in use. */
async function insertLine(
  tx: Db,
  line: NewLine,
  origin: { readonly orderId: string; readonly keyId: string },
): Promise<void> {
  await tx
    .query(insertLineStatement, {
      ...line,
      ...origin,
      subscriptionId: line.subscriptionId,
      externalCode: line.externalCode,
    })
    .catch((error: unknown) => {
      for (const [index, code, detail] of uniqueConflicts)
        if (isUniqueViolation(error, index)) throw conflict(detail, { code });
      throw error;
    });
}

const uniqueConflicts = [
  ['line_broker_id_external_code_key', 'external-code-taken', 'Another line of this broker has this external code.'],
  ['one_live_line_per_msisdn', 'number-in-use', 'Another line has this number.'],
  ['one_live_line_per_iccid', 'sim-in-use', 'Another line has this SIM.'],
  ['one_live_line_per_imsi', 'sim-in-use', 'Another line has this IMSI.'],
] as const;

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
  /** The metadata of its order. */
  readonly orderMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Why it is created; the events of its order keep it. */
  readonly reason?: string | undefined;
}

/**
 * Creates a line for a holder: claims its number and its SIM, inserts the line as PROVISIONING and places the order
 * that creates it on the network. A number that was recalled for the holder already belongs to the holder and needs no
 * claim. Raises 422 for an unknown or anonymised holder and for a subscription that has ended or belongs to another
 * holder. Raises conflict for a number or SIM that is not available or belongs to another broker.
 */
export function createLine(
  { db, notify }: PlaceDeps,
  {
    orderType,
    caller,
    correlationId,
    activate,
    notBefore,
    reason,
    orderMetadata,
    msisdn,
    sim,
    ...newLine
  }: LineCreation,
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
      ...(orderMetadata && { metadata: orderMetadata }),
      reason,
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

/** Raises 422 unless the holder has this subscription and it is DRAFT, ACTIVE or PAUSED. */
async function requireSubscription(
  tx: Pick<Db, 'prisma'>,
  {
    subscriptionId,
    holderId,
    brokerId,
  }: { readonly subscriptionId: string; readonly holderId: string; readonly brokerId: string },
): Promise<void> {
  const where = { id: subscriptionId, customerId: holderId, brokerId, status: { in: ['DRAFT', 'ACTIVE', 'PAUSED'] } };
  if (await tx.prisma.subscription.findFirst({ where, select: { id: true } })) return;
  throw unprocessableRequest(`The holder has no subscription ${subscriptionId}.`, { code: 'unknown-subscription' });
}
