import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { ReservationSource, ReservationWish } from './insert-reservation.ts';
import { groupIsFree, matches } from './reservation-picks.ts';

/** What a reservation could be made from, by what is committed; whether somebody holds it at this moment makes no difference. */
export interface Stock {
  readonly available: number;
  /** Of resources that were chosen. */
  readonly notAvailable?: readonly string[];
  /** Whether all of it is of one broker, as a reservation has to be. */
  readonly ofOneBroker: boolean;
}

const inPools = (pools: string, condition: string) => `SELECT count(*)::int AS available FROM resource_state s
  WHERE s.pool_id = ANY(ARRAY(${pools})) AND s.status = 'available' AND ${groupIsFree} ${condition}`;
const onePool = 'SELECT $1::uuid';
const poolsOfType = 'SELECT id FROM pool WHERE type_id = $1::uuid AND broker_id = $2::uuid';
const matching = `AND ${matches('$3::jsonb')}`;
const matchingInOnePool = `AND ${matches('$2::jsonb')}`;

const findPool = statement('find-pool-to-reserve-from', 'SELECT id FROM pool WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid)');
const findType = statement('find-type-to-reserve-of', 'SELECT id FROM resource_type WHERE id = $1::uuid');
const countPool = statement('count-stock-of-pool', inPools(onePool, ''));
const countPoolMatching = statement('count-stock-of-pool-matching', inPools(onePool, matchingInOnePool));
const countType = statement('count-stock-of-type', inPools(poolsOfType, ''));
const countTypeMatching = statement('count-stock-of-type-matching', inPools(poolsOfType, matching));
const lookAtChosen = statement(
  'look-at-chosen-stock',
  `SELECT s.resource_id AS id, s.broker_id AS "brokerId", s.status = 'available' AND ${groupIsFree} AS "isFree" FROM resource_state s
   WHERE s.resource_id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR s.broker_id = $2::uuid)`,
);

/** Raises not-found for a pool, a type or a chosen resource that is not there, or another broker's. */
export async function countStock(db: Pick<Db, 'query'>, { from, brokerId }: Pick<ReservationWish, 'from' | 'brokerId'>): Promise<Stock> {
  if ('resourceIds' in from) return stockOfChosen(db, from.resourceIds, brokerId);
  const { find, id, what } = 'poolId' in from ? { find: findPool, id: from.poolId, what: 'pool' } : { find: findType, id: from.typeId, what: 'resource type' };
  const [found] = await db.query(find, find === findPool ? [id, brokerId] : [id]);
  if (!found) throw notFound(`There is no ${what} ${id}.`);
  const { count, values } = counting(from, brokerId);
  const [counted] = await db.query<{ readonly available: number }>(count, values);
  return { available: counted?.available ?? 0, ofOneBroker: true };
}

type Counting = { readonly count: Statement; readonly values: readonly unknown[] };

function counting(from: Exclude<ReservationSource, { resourceIds: unknown }>, brokerId: string | null): Counting {
  const attributes = from.attributes && JSON.stringify(from.attributes);
  if ('poolId' in from) {
    return attributes ? { count: countPoolMatching, values: [from.poolId, attributes] } : { count: countPool, values: [from.poolId] };
  }
  return attributes ? { count: countTypeMatching, values: [from.typeId, brokerId, attributes] } : { count: countType, values: [from.typeId, brokerId] };
}

async function stockOfChosen(db: Pick<Db, 'query'>, resourceIds: readonly string[], brokerId: string | null): Promise<Stock> {
  const found = await db.query<{ readonly id: string; readonly brokerId: string; readonly isFree: boolean }>(lookAtChosen, [resourceIds, brokerId]);
  const known = new Set(found.map(({ id }) => id));
  const unknown = resourceIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw notFound(`There is no resource ${unknown.join(', ')}.`);
  const notAvailable = found.flatMap(({ id, isFree }) => (isFree ? [] : [id]));
  return { available: found.length - notAvailable.length, notAvailable, ofOneBroker: new Set(found.map((row) => row.brokerId)).size === 1 };
}
