import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import { insertMove } from '@linework/events/insert-event';
import { findCustomer } from '@linework/holders/find-customer';
import { findHolder } from '@linework/holders/find-holder';
import type { ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { isNumberInInventory } from '@linework/inventory/line-resources/ported-number';
import { rejectUnknownSource } from '@linework/inventory/line-resources/reject-unknown-source';
import { changeNumber } from '@linework/lines/order-types/change-number';
import { findLineByNumber } from '@linework/lines/records/find-line-by-number';
import {
  conflict,
  invalidStatusTransition,
  portabilityRejected,
  unprocessableRequest,
} from '@linework/problem-details/make-problem';
import { type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { v7 as newId } from 'uuid';
import { parsePortableNumber } from '../parse-portable-number.ts';
import { assertSameTaxIdKind } from './assert-same-tax-id-kind.ts';
import { assertValidWindow } from './assert-valid-window.ts';
import { findPortIn } from './find-port-in.ts';

const runningStatement = statement(
  'find-running-port-in',
  { msisdn: 'text', simId: 'uuid?', brokerId: 'uuid?' },
  `SELECT id, msisdn = :msisdn AS "isOfNumber"
   FROM port_in
   WHERE (msisdn = :msisdn OR (sim #>> '{from,resourceId}')::uuid = :simId)
     AND status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING')
     AND (:brokerId IS NULL OR broker_id = :brokerId)
   ORDER BY 2 DESC
   LIMIT 1`,
);

interface PortInRequested {
  readonly caller: Caller;
  readonly msisdn: string;
  /** The SIM of the new line, if the request names one. */
  readonly simId: string | undefined;
}

/** Raises portability-rejected, or conflict for a SIM, with the id of the other port-in if the caller may see it. */
async function rejectSecondRequest(tx: Pick<Db, 'query'>, { caller, msisdn, simId }: PortInRequested): Promise<never> {
  const [running] = await tx.query(runningStatement, {
    msisdn,
    simId,
    brokerId: caller.brokerId,
  });
  const portInId = running?.id;
  if (running?.isOfNumber === false)
    throw conflict('Another open port-in has requested this SIM.', { code: 'sim-taken', portInId });
  throw portabilityRejected('Another port-in of this number is open.', 'REQUEST_RUNNING', running && { portInId });
}

export interface PortInInput {
  readonly caller: Caller;
  readonly customerId: string;
  readonly msisdn: string;
  readonly donor: string;
  readonly federalTaxId?: string | undefined;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
  readonly poolId: string;
  readonly lineId?: string | undefined;
  readonly sim?: ClaimSource | undefined;
  readonly activate?: boolean | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** Due at once. The unique indexes prevent two requests for one number, and two for one SIM. */
const insertStatement = statement(
  'insert-port-in',
  {
    id: 'uuid',
    brokerId: 'uuid',
    customerId: 'uuid',
    msisdn: 'text',
    donor: 'text',
    federalTaxId: 'text',
    windowFrom: 'timestamptz',
    windowUntil: 'timestamptz',
    poolId: 'uuid',
    lineId: 'uuid?',
    sim: 'jsonb?',
    correlationId: 'text',
    keyId: 'uuid?',
    metadata: 'jsonb',
  },
  `WITH created AS (
    INSERT INTO port_in (id, broker_id, customer_id, status, msisdn, donor, federal_tax_id, window_from, window_until,
      pool_id, line_id, sim, due_at, correlation_id, key_id, metadata)
    VALUES (:id, :brokerId, :customerId, 'REQUESTED', :msisdn, :donor, :federalTaxId, :windowFrom, :windowUntil,
      :poolId, :lineId, :sim, now(), :correlationId, :keyId, :metadata)
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id
  )
  ${insertMove('port-in', { to: 'REQUESTED', key: ':keyId' })}
  FROM created
  RETURNING resource_id`,
);

/**
 * Creates a port-in; a scheduled job submits it to the clearing house. Raises 400 for an invalid window, 422 for
 * records that do not belong to the holder or its broker, invalid-status-transition for a line whose number cannot
 * change, conflict for a SIM that another port-in has requested, and portability-rejected when the number cannot be
 * ported.
 */
export function createPortIn(db: Db, input: PortInInput): Promise<PortIn> {
  const { caller, customerId, donor, windowFrom, windowUntil, poolId, lineId, sim, activate = true } = input;
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId } = await findCustomer(tx, caller, customerId);
    await assertValidWindow(tx, input);
    await rejectUnknownSource(tx, brokerId, { type: 'MSISDN', from: { poolId } });
    if (sim) await rejectUnknownSource(tx, brokerId, { type: 'SIM', from: sim });
    if (lineId !== undefined) await assertLineCanChangeNumber(tx, { lineId, customerId });
    const msisdn = parsePortableNumber(input.msisdn);
    const federalTaxId = await resolveTaxId(tx, input);
    // A line may be older than the inventory.
    if ((await isNumberInInventory(tx, msisdn)) || (await findLineByNumber(tx, msisdn)))
      throw portabilityRejected('This number is already in use here.', 'NUMBER_UNAVAILABLE');
    const [created] = await tx.query(insertStatement, {
      id,
      brokerId,
      customerId,
      msisdn,
      donor,
      federalTaxId,
      windowFrom,
      windowUntil,
      poolId,
      lineId,
      sim: sim && { from: sim, activate },
      correlationId: input.correlationId,
      keyId: caller.keyId,
      metadata: input.metadata,
    });
    if (created) return findPortIn(tx, { caller, portInId: id });
    return rejectSecondRequest(tx, { caller, msisdn, simId: sim && 'resourceId' in sim ? sim.resourceId : undefined });
  });
}

/** The tax id that is sent to the donor. */
async function resolveTaxId(tx: Db, { caller, customerId, federalTaxId: givenTaxId }: PortInInput): Promise<string> {
  const { federalTaxId: holderTaxId } = await findHolder(tx, { caller, holderId: customerId });
  if (holderTaxId === undefined)
    throw unprocessableRequest(`Holder ${customerId} has no tax id.`, { code: 'holder-without-tax-id' });
  if (givenTaxId !== undefined) assertSameTaxIdKind(givenTaxId, holderTaxId);
  return givenTaxId ?? holderTaxId;
}

const changeableStatuses = listAllowedStatuses(changeNumber);

async function assertLineCanChangeNumber(
  tx: Db,
  { lineId, customerId }: { lineId: string; customerId: string },
): Promise<void> {
  const line = await tx.prisma.line.findFirst({
    where: { id: lineId, holderId: customerId },
    select: { status: true },
  });
  if (!line) throw unprocessableRequest(`The holder has no line ${lineId}.`, { code: 'unknown-line' });
  const currentStatus = line.status as LineStatus;
  if (changeableStatuses.includes(currentStatus)) return;
  const allowed = lineLifecycle.getRequests(currentStatus);
  throw invalidStatusTransition({
    resource: { type: 'line', id: lineId },
    currentStatus,
    requested: changeNumber.change.request,
    allowed,
  });
}
