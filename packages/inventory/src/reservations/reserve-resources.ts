import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, forbidden, unprocessableRequest, validationError } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { rejectSecretFilter } from '@linework/secrets/reject-secret-members';
import { v7 as newId } from 'uuid';
import { expireDue } from '../expiry/expire-due.ts';
import { countStock, type Stock } from './count-stock.ts';
import { insertReservation, type ReservationInput, type ReservationSource } from './insert-reservation.ts';

const createSavepointStatement = statement('create-savepoint', 'SAVEPOINT attempt');
const rollBackStatement = statement('roll-back-to-savepoint', 'ROLLBACK TO SAVEPOINT attempt');
const releaseSavepointStatement = statement('release-savepoint', 'RELEASE SAVEPOINT attempt');

/**
 * Runs one statement that may lock rows without using them: when it returns undefined, its locks are released. Outside
 * a transaction the locks end with the statement; inside one they would last until its end, and other transactions
 * would skip the rows.
 */
async function rollBackUnless<Result>(
  db: Db,
  run: (db: Db) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  if (!db.isTransaction) return run(db);
  await db.query(createSavepointStatement);
  const result = await run(db);
  if (result === undefined) await db.query(rollBackStatement);
  await db.query(releaseSavepointStatement);
  return result;
}

export interface ReserveRequest {
  readonly caller: Caller;
  readonly from: ReservationSource;
  /** For named resources, their number. Other members of their groups are reserved in addition. */
  readonly quantity: number;
  /** True: all or nothing; false: as many as are available, and at least one. */
  readonly atomic?: boolean | undefined;
  /** Seconds; if absent, the default of the resources. */
  readonly reservationTTL?: number | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** An operator may name the broker that must own the resources. */
  readonly brokerId?: string | undefined;
}

/** The time limit for attempts while others have locked the last resources. */
const timeoutMs = 2_000;
const maxDelayMs = 16;

/**
 * Reserves resources for the caller. Raises 400 where the search names a secret attribute, not-found for an unknown
 * source, conflict when too few are available (`available` has the number), forbidden for another broker. Reservations
 * from a pool never wait for locks: they skip locked rows. But a locked row may become free again, when its transaction
 * finds too few resources or fails. So finding too few unlocked rows is not final. The request is rejected only when
 * the committed stock is too small, regardless of locks; until then it is tried again after a random delay, so that two
 * requests that locked each other's last resources do not collide again. Before a request is rejected or gets less than
 * its quantity, what has expired in the scope is ended.
 */
export async function reserveResources(db: Db, request: ReserveRequest): Promise<Reservation> {
  const input = toReservationInput(request);
  await rejectSecretSearch(db, input.from);
  const scope = { brokerId: input.brokerId, ...input.from };
  let hasExpiredDue = input.minimum < input.quantity;
  if (hasExpiredDue) {
    await expireDue(db, scope);
    // An unknown resource is an error, not a shortage.
    if ('resourceIds' in input.from) await countStock(db, input);
  }
  const deadlineMs = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const row = await rollBackUnless(db, (savepoint) => insertReservation(savepoint, input));
    if (row) return printRecord(reservation, row);
    const problem = explainShortage(await countStock(db, input), input);
    if (problem && hasExpiredDue) throw problem;
    if (problem) {
      await expireDue(db, scope);
      hasExpiredDue = true;
      continue;
    }
    if (performance.now() > deadlineMs) throw contentionProblem();
    await delay(1 + Math.random() * Math.min(maxDelayMs, 2 ** attempt));
  }
}

async function rejectSecretSearch(db: Db, from: ReservationSource): Promise<void> {
  if ('resourceIds' in from) return;
  const searchScope = 'poolId' in from ? { poolId: [from.poolId] } : { typeId: [from.typeId] };
  await rejectSecretFilter(db, from.attributes, { location: 'body', ...searchScope });
}

function toReservationInput({
  caller,
  from,
  quantity,
  atomic = true,
  reservationTTL,
  metadata = {},
  brokerId,
}: ReserveRequest): ReservationInput {
  if (caller.brokerId !== null && brokerId !== undefined && brokerId !== caller.brokerId) {
    throw forbidden('The API key belongs to another broker.', { code: 'other-broker' });
  }
  const ownerBrokerId = caller.brokerId ?? brokerId ?? null;
  if ('typeId' in from && ownerBrokerId === null)
    throw validationError([
      { detail: 'is missing; it is required because a type has pools of many brokers', pointer: '/brokerId' },
    ]);
  return {
    id: newId(),
    quantity,
    minimum: atomic ? quantity : 1,
    ttl: reservationTTL ?? null,
    metadata,
    keyId: caller.keyId,
    brokerId: ownerBrokerId,
    from,
  };
}

function explainShortage(
  { available, notAvailable, isSingleBroker }: Stock,
  { minimum }: ReservationInput,
): Problem | undefined {
  if (!isSingleBroker)
    return unprocessableRequest('A reservation can only keep resources of one broker.', { code: 'several-brokers' });
  if (available >= minimum) return undefined;
  const detail =
    available === 0 ? 'No such resource is available.' : `Only ${available} of these resources are available.`;
  return conflict(detail, { code: 'not-enough-resources', available, ...(notAvailable && { notAvailable }) });
}

function contentionProblem(): Problem {
  return conflict(
    'Enough resources are available, but other requests have locked them; try again.',
    { code: 'resources-not-reservable' },
    { 'Retry-After': '1' },
  );
}
