import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { findLineByNumber } from '@linework/lines/records/find-line-by-number';
import { visibleTo } from '@linework/lists/visible-to';
import { conflict, portabilityRejected } from '@linework/problem-details/make-problem';
import type { PortOut } from '@linework/schemas/portability/port-out';
import { v7 as newId } from 'uuid';
import { parsePortableNumber } from '../parse-portable-number.ts';
import { findPortOut } from './find-port-out.ts';

export interface PortOutInput {
  readonly caller: Caller;
  readonly ticket: string;
  readonly msisdn: string;
  readonly recipient: string;
  readonly windowFrom: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** Due at its window. It conflicts with a ticket that was used, or with another port-out of the line. */
const insertStatement = statement(
  'insert-port-out',
  {
    id: 'uuid',
    brokerId: 'uuid',
    lineId: 'uuid',
    msisdn: 'text',
    recipient: 'text',
    ticket: 'text',
    windowFrom: 'timestamptz',
    correlationId: 'text',
    keyId: 'uuid?',
    metadata: 'jsonb',
  },
  `WITH created AS (
    INSERT INTO port_out (id, broker_id, line_id, status, msisdn, recipient, ticket, window_from, due_at,
      correlation_id,
      key_id, metadata)
    VALUES (:id, :brokerId, :lineId, 'PENDING', :msisdn, :recipient, :ticket, :windowFrom, :windowFrom, :correlationId,
      :keyId, :metadata)
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id
  )
  ${insertMove('port-out', { to: 'PENDING', key: ':keyId' })}
  FROM created
  RETURNING resource_id`,
);

/**
 * Creates a port-out; a scheduled job terminates its line at the window. Raises portability-rejected when the number is
 * not in service or is already leaving, and conflict for a ticket that was used.
 */
export function createPortOut(
  db: Db,
  { caller, ticket, recipient, windowFrom, metadata, correlationId, ...input }: PortOutInput,
): Promise<PortOut> {
  const id = newId();
  return db.transaction(async (tx) => {
    const msisdn = parsePortableNumber(input.msisdn);
    const line = await findLineByNumber(tx, msisdn);
    if (!line || (caller.brokerId !== null && line.brokerId !== caller.brokerId))
      throw await explainMissingLine(tx, { caller, ticket, msisdn });
    const [created] = await tx.query(insertStatement, {
      id,
      brokerId: line.brokerId,
      lineId: line.id,
      msisdn,
      recipient,
      ticket,
      windowFrom,
      correlationId,
      keyId: caller.keyId,
      metadata,
    });
    if (!created) throw await explainRejection(tx, { ticket, brokerId: line.brokerId });
    return findPortOut(tx, { caller, portOutId: id });
  });
}

/**
 * A client that missed the response repeats the request. It must get the same response, even if the number has left by
 * then.
 */
async function explainMissingLine(
  tx: Pick<Db, 'prisma'>,
  { caller, ...portOut }: { readonly caller: Caller; readonly ticket: string; readonly msisdn: string },
): Promise<Error> {
  const earlier = await tx.prisma.portOut.findFirst({
    where: { ...portOut, ...visibleTo(caller) },
    select: { id: true },
  });
  return earlier
    ? ticketTakenConflict(earlier.id)
    : portabilityRejected('There is no line with this number.', 'NOT_A_CUSTOMER');
}

const ticketTakenConflict = (portOutId: string) =>
  conflict('A port-out with this ticket already exists.', { code: 'ticket-taken', portOutId });

async function explainRejection(
  tx: Pick<Db, 'prisma'>,
  { ticket, brokerId }: { readonly ticket: string; readonly brokerId: string },
): Promise<Error> {
  const used = await tx.prisma.portOut.findFirst({ where: { brokerId, ticket }, select: { id: true } });
  if (used) return ticketTakenConflict(used.id);
  return portabilityRejected('A port-out of this number is already in progress.', 'REQUEST_RUNNING');
}
