import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, portabilityRejected } from '@linework/problem-details/make-problem';
import { portOutStatusEvents } from '@linework/schemas/events';
import type { PortOut } from '@linework/schemas/portability/port-out';
import { v7 as newId } from 'uuid';
import { findLineByNumber } from '../lines/find-line-by-number.ts';
import { visibleTo } from '../visible-to.ts';
import { findPortOut } from './find-port-out.ts';
import { parsePortableNumber } from './parse-portable-number.ts';

export interface PortOutInput {
  readonly caller: Caller;
  readonly ticket: string;
  readonly msisdn: string;
  readonly recipient: string;
  readonly windowFrom: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** Due at its window. What it must not conflict with is a ticket that was used, or another port-out of the line. */
const insertStatement = statement(
  'insert-port-out',
  `WITH made AS (
    INSERT INTO port_out (id, broker_id, line_id, status, msisdn, recipient, ticket, window_from, due_at, correlation_id, key_id, metadata)
    VALUES ($1::uuid, $2::uuid, $3::uuid, 'PENDING', $4, $5, $6, $7::timestamptz, $7::timestamptz, $8, $9::uuid, $10::jsonb)
    ON CONFLICT DO NOTHING RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id)
  SELECT broker_id, '${portOutStatusEvents.PENDING}', 'port-out', id, 'PENDING', $9::uuid FROM made RETURNING resource_id`,
);

/**
 * Writes down that a number is to leave; a clock terminates its line at the window. Raises portability-rejected where there is no
 * such number in service or it is leaving already, and conflict for a ticket that was used.
 */
export function createPortOut(db: Db, { caller, ticket, recipient, windowFrom, metadata, correlationId, ...input }: PortOutInput): Promise<PortOut> {
  const id = newId();
  return db.transaction(async (tx) => {
    const msisdn = parsePortableNumber(input.msisdn);
    const line = await findLineByNumber(tx, msisdn);
    if (!line || (caller.brokerId !== null && line.brokerId !== caller.brokerId)) throw await explainMissingLine(tx, { caller, ticket, msisdn });
    const originValues = [correlationId, caller.keyId, JSON.stringify(metadata)];
    const [created] = await tx.query(insertStatement, [id, line.brokerId, line.id, msisdn, recipient, ticket, windowFrom, ...originValues]);
    if (!created) throw await explainRejection(tx, { ticket, brokerId: line.brokerId });
    return findPortOut(tx, { caller, portOutId: id });
  });
}

/** Whoever has not heard the answer asks again, and is not to take it for a no that the number has left by then. */
async function explainMissingLine(
  tx: Pick<Db, 'prisma'>,
  { caller, ...portOut }: { readonly caller: Caller; readonly ticket: string; readonly msisdn: string },
): Promise<Error> {
  const earlier = await tx.prisma.portOut.findFirst({ where: { ...portOut, ...visibleTo(caller) }, select: { id: true } });
  return earlier ? ticketTakenConflict(earlier.id) : portabilityRejected('There is no line with this number.', 'NOT_A_CUSTOMER');
}

const ticketTakenConflict = (portOutId: string) => conflict('There is a port-out with this ticket.', { code: 'ticket-taken', portOutId });

async function explainRejection(tx: Pick<Db, 'prisma'>, { ticket, brokerId }: { readonly ticket: string; readonly brokerId: string }): Promise<Error> {
  const used = await tx.prisma.portOut.findFirst({ where: { brokerId, ticket }, select: { id: true } });
  if (used) return ticketTakenConflict(used.id);
  return portabilityRejected('This number is leaving already.', 'REQUEST_RUNNING');
}
