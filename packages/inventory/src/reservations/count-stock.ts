import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import { buildAttributesCondition, isGroupAvailable } from './allocation-queries.ts';
import type { ReservationInput, ReservationSource } from './insert-reservation.ts';

/** The committed stock that a reservation could use, regardless of locks. */
export interface Stock {
  readonly available: number;
  /** The requested resources that are not available. */
  readonly notAvailable?: readonly string[];
  /** Whether all of it belongs to one broker, as a reservation requires. */
  readonly isSingleBroker: boolean;
}

const buildCountSql = (pools: string, condition: string) => `SELECT count(*)::int AS available
  FROM resource_state s
  WHERE s.pool_id = ANY(ARRAY(${pools})) AND s.status = 'available' AND ${isGroupAvailable} ${condition}`;
const onePool = 'SELECT $1::uuid';
const poolsOfType = 'SELECT id FROM pool WHERE type_id = $1::uuid AND broker_id = $2::uuid';
const matching = `AND ${buildAttributesCondition('$3::jsonb')}`;
const matchingInOnePool = `AND ${buildAttributesCondition('$2::jsonb')}`;

const findPool = statement(
  'find-pool-to-reserve-from',
  'SELECT id FROM pool WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid)',
);
const findType = statement('find-type-to-reserve-of', 'SELECT id FROM resource_type WHERE id = $1::uuid');
const countPool = statement('count-stock-of-pool', buildCountSql(onePool, ''));
const countPoolMatching = statement('count-stock-of-pool-matching', buildCountSql(onePool, matchingInOnePool));
const countType = statement('count-stock-of-type', buildCountSql(poolsOfType, ''));
const countTypeMatching = statement('count-stock-of-type-matching', buildCountSql(poolsOfType, matching));
const findChosenStatement = statement(
  'find-chosen-stock',
  `SELECT s.resource_id AS id, s.broker_id AS "brokerId", s.status = 'available' AND ${isGroupAvailable} AS "isFree"
   FROM resource_state s
   WHERE s.resource_id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR s.broker_id = $2::uuid)`,
);

/** Raises not-found for a pool, a type or a named resource that does not exist or belongs to another broker. */
export async function countStock(
  db: Pick<Db, 'query'>,
  { from, brokerId }: Pick<ReservationInput, 'from' | 'brokerId'>,
): Promise<Stock> {
  if ('resourceIds' in from) return countChosen(db, from.resourceIds, brokerId);
  const { find, id, kind } =
    'poolId' in from
      ? { find: findPool, id: from.poolId, kind: 'pool' }
      : { find: findType, id: from.typeId, kind: 'resource type' };
  const [found] = await db.query(find, find === findPool ? [id, brokerId] : [id]);
  if (!found) throw notFound(`There is no ${kind} ${id}.`);
  const { statement, values } = selectCountQuery(from, brokerId);
  const [counted] = await db.query<{ readonly available: number }>(statement, values);
  return { available: counted?.available ?? 0, isSingleBroker: true };
}

type CountQuery = { readonly statement: Statement; readonly values: readonly unknown[] };

function selectCountQuery(
  from: Exclude<ReservationSource, { resourceIds: unknown }>,
  brokerId: string | null,
): CountQuery {
  const attributes = from.attributes && JSON.stringify(from.attributes);
  if ('poolId' in from) {
    return attributes
      ? { statement: countPoolMatching, values: [from.poolId, attributes] }
      : { statement: countPool, values: [from.poolId] };
  }
  return attributes
    ? { statement: countTypeMatching, values: [from.typeId, brokerId, attributes] }
    : { statement: countType, values: [from.typeId, brokerId] };
}

async function countChosen(
  db: Pick<Db, 'query'>,
  resourceIds: readonly string[],
  brokerId: string | null,
): Promise<Stock> {
  const found = await db.query<{ readonly id: string; readonly brokerId: string; readonly isFree: boolean }>(
    findChosenStatement,
    [resourceIds, brokerId],
  );
  const foundIds = new Set(found.map(({ id }) => id));
  const unknown = resourceIds.filter((id) => !foundIds.has(id));
  if (unknown.length > 0) throw notFound(`There is no resource ${unknown.join(', ')}.`);
  const notAvailable = found.flatMap(({ id, isFree }) => (isFree ? [] : [id]));
  return {
    available: found.length - notAvailable.length,
    notAvailable,
    isSingleBroker: new Set(found.map((row) => row.brokerId)).size === 1,
  };
}
