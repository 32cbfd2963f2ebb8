import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict, forbidden, unprocessableRequest, validationError } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { Reservation } from '@linework/schemas/inventory/reservation';
import { v7 as newId } from 'uuid';
import { rejectSecretFilter } from '../secrets/reject-secret-members.ts';
import { countStock, type Stock } from './count-stock.ts';
import { expireDue } from './expire-due.ts';
import { insertReservation, type ReservationInput, type ReservationSource } from './insert-reservation.ts';
import { rollBackUnless } from './roll-back-unless.ts';
import { showReservation } from './show-reservation.ts';

export interface ReserveRequest {
  readonly caller: Caller;
  readonly from: ReservationSource;
  /** Of chosen resources, how many those are. What moves with a picked one comes on top. */
  readonly quantity: number;
  /** All of it or nothing; else as much of it as there is, and at least one. */
  readonly atomic?: boolean | undefined;
  /** Seconds; absent, the default of what is reserved. */
  readonly reservationTTL?: number | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** An operator may say whose resources it has to be. */
  readonly brokerId?: string | undefined;
}

/** How long somebody who finds others at the last resources looks again. */
const timeoutMs = 2_000;
const maxDelayMs = 16;

/**
 * Keeps resources for the caller. Raises 400 where they are looked for by a secret, not-found for what is not there, conflict when there is too little (`available` says
 * how much), forbidden for another broker's.
 *
 * Nobody waits in a pool: who picks passes over the rows that others hold. But those may be let go of again, by somebody who
 * found too few for himself or was cut off. So too few is not the last word: only when too few are there by what is
 * committed, held or not, is the answer no; as long as there are enough, what others hold is about to be theirs or free, and it
 * is looked again after a rest, whose length is left to chance so that two who took each other's last ones do not meet again.
 * And before the answer is no, or less than was asked for, what is over there by the clock is ended.
 */
export async function reserveResources(db: Db, request: ReserveRequest): Promise<Reservation> {
  const input = toReservationInput(request);
  await rejectSecretSearch(db, input.from);
  const scope = { brokerId: input.brokerId, ...input.from };
  let hasExpiredDue = input.minimum < input.quantity;
  if (hasExpiredDue) {
    await expireDue(db, scope);
    // What is not there is no less than was asked for, but a slip.
    if ('resourceIds' in input.from) await countStock(db, input);
  }
  const deadlineMs = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const row = await rollBackUnless(db, (savepoint) => insertReservation(savepoint, input));
    if (row) return showReservation(row);
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

function toReservationInput({ caller, from, quantity, atomic = true, reservationTTL, metadata = {}, brokerId }: ReserveRequest): ReservationInput {
  if (caller.brokerId !== null && brokerId !== undefined && brokerId !== caller.brokerId) {
    throw forbidden('This key is of another broker.', { code: 'other-broker' });
  }
  const ownerBrokerId = caller.brokerId ?? brokerId ?? null;
  if ('typeId' in from && ownerBrokerId === null) throw validationError([{ detail: 'is missing: a type has pools of many brokers', pointer: '/brokerId' }]);
  return { id: newId(), quantity, minimum: atomic ? quantity : 1, ttl: reservationTTL ?? null, metadata, keyId: caller.keyId, brokerId: ownerBrokerId, from };
}

function explainShortage({ available, notAvailable, isSingleBroker }: Stock, { minimum }: ReservationInput): Problem | undefined {
  if (!isSingleBroker) return unprocessableRequest('A reservation keeps resources of one broker.', { code: 'several-brokers' });
  if (available >= minimum) return undefined;
  const detail = available === 0 ? 'None of this is available.' : `Only ${available} of this can be had.`;
  return conflict(detail, { code: 'not-enough-resources', available, ...(notAvailable && { notAvailable }) });
}

function contentionProblem(): Problem {
  return conflict('There are enough, but others are at them: ask again.', { code: 'resources-not-reservable' }, { 'Retry-After': '1' });
}
