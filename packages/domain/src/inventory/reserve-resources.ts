import { setTimeout as rest } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict, forbidden, impossibleRequest, validationError } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { Reservation } from '@linework/schemas/inventory/reservation';
import { v7 as newId } from 'uuid';
import { refuseSecretFilter } from '../secrets/refuse-secret-members.ts';
import { countStock, type Stock } from './count-stock.ts';
import { endWhatIsOver } from './end-what-is-over.ts';
import { holdNothingUnless } from './hold-nothing-unless.ts';
import { insertReservation, type ReservationSource, type ReservationWish } from './insert-reservation.ts';
import { showReservation } from './show-reservation.ts';

export interface ReservationOrder {
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
const patienceMs = 2_000;
const longestRestMs = 16;

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
export async function reserveResources(db: Db, order: ReservationOrder): Promise<Reservation> {
  const wish = wishOf(order);
  await refuseSearchBySecrets(db, wish.from);
  const place = { brokerId: wish.brokerId, ...wish.from };
  let isEnded = wish.least < wish.quantity;
  if (isEnded) {
    await endWhatIsOver(db, place);
    // What is not there is no less than was asked for, but a slip.
    if ('resourceIds' in wish.from) await countStock(db, wish);
  }
  const untilMs = performance.now() + patienceMs;
  for (let look = 0; ; look += 1) {
    const row = await holdNothingUnless(db, (held) => insertReservation(held, wish));
    if (row) return showReservation(row);
    const refusal = refusalOf(await countStock(db, wish), wish);
    if (refusal && isEnded) throw refusal;
    if (refusal) {
      await endWhatIsOver(db, place);
      isEnded = true;
      continue;
    }
    if (performance.now() > untilMs) throw inOtherHands();
    await rest(1 + Math.random() * Math.min(longestRestMs, 2 ** look));
  }
}

async function refuseSearchBySecrets(db: Db, from: ReservationSource): Promise<void> {
  if ('resourceIds' in from) return;
  const searched = 'poolId' in from ? { poolId: [from.poolId] } : { typeId: [from.typeId] };
  await refuseSecretFilter(db, from.attributes, { place: 'body', ...searched });
}

function wishOf({ caller, from, quantity, atomic = true, reservationTTL, metadata = {}, brokerId }: ReservationOrder): ReservationWish {
  if (caller.brokerId !== null && brokerId !== undefined && brokerId !== caller.brokerId) {
    throw forbidden('This key is of another broker.', { code: 'other-broker' });
  }
  const whose = caller.brokerId ?? brokerId ?? null;
  if ('typeId' in from && whose === null) throw validationError([{ detail: 'is missing: a type has pools of many brokers', pointer: '/brokerId' }]);
  return { id: newId(), quantity, least: atomic ? quantity : 1, ttl: reservationTTL ?? null, metadata, keyId: caller.keyId, brokerId: whose, from };
}

function refusalOf({ available, notAvailable, ofOneBroker }: Stock, { least }: ReservationWish): Problem | undefined {
  if (!ofOneBroker) return impossibleRequest('A reservation keeps resources of one broker.', { code: 'several-brokers' });
  if (available >= least) return undefined;
  const detail = available === 0 ? 'None of this is available.' : `Only ${available} of this can be had.`;
  return conflict(detail, { code: 'not-enough-resources', available, ...(notAvailable && { notAvailable }) });
}

function inOtherHands(): Problem {
  return conflict('There are enough, but others are at them: ask again.', { code: 'resources-in-other-hands' }, { 'Retry-After': '1' });
}
