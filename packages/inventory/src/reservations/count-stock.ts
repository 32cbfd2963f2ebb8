import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
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
const onePool = 'SELECT :poolId';
const poolsOfType = 'SELECT id FROM pool WHERE type_id = :typeId AND broker_id = :brokerId';
const matching = `AND ${buildAttributesCondition(':attributes')}`;

const findPool = statement(
  'find-pool-to-reserve-from',
  { poolId: 'uuid', brokerId: 'uuid?' },
  'SELECT id FROM pool WHERE id = :poolId AND (:brokerId IS NULL OR broker_id = :brokerId)',
);
const findType = statement(
  'find-type-to-reserve-of',
  { typeId: 'uuid' },
  'SELECT id FROM resource_type WHERE id = :typeId',
);
const countPool = statement('count-stock-of-pool', { poolId: 'uuid' }, buildCountSql(onePool, ''));
const countPoolMatching = statement(
  'count-stock-of-pool-matching',
  { poolId: 'uuid', attributes: 'jsonb' },
  buildCountSql(onePool, matching),
);
const countType = statement(
  'count-stock-of-type',
  { typeId: 'uuid', brokerId: 'uuid?' },
  buildCountSql(poolsOfType, ''),
);
const countTypeMatching = statement(
  'count-stock-of-type-matching',
  { typeId: 'uuid', brokerId: 'uuid?', attributes: 'jsonb' },
  buildCountSql(poolsOfType, matching),
);
const findChosenStatement = statement(
  'find-chosen-stock',
  { resourceIds: 'uuid[]', brokerId: 'uuid?' },
  `SELECT s.resource_id AS id, s.broker_id AS "brokerId", s.status = 'available' AND ${isGroupAvailable} AS "isFree"
   FROM resource_state s
   WHERE s.resource_id = ANY(:resourceIds) AND (:brokerId IS NULL OR s.broker_id = :brokerId)`,
);

/** Raises not-found for a pool, a type or a named resource that does not exist or belongs to another broker. */
export async function countStock(
  db: Pick<Db, 'query'>,
  { from, brokerId }: Pick<ReservationInput, 'from' | 'brokerId'>,
): Promise<Stock> {
  if ('resourceIds' in from) return countChosen(db, from.resourceIds, brokerId);
  const [found] =
    'poolId' in from
      ? await db.query(findPool, { poolId: from.poolId, brokerId })
      : await db.query(findType, { typeId: from.typeId });
  if (!found)
    throw notFound('poolId' in from ? `There is no pool ${from.poolId}.` : `There is no resource type ${from.typeId}.`);
  const [counted] = await countUnreserved(db, from, brokerId);
  return { available: counted?.available ?? 0, isSingleBroker: true };
}

function countUnreserved(
  db: Pick<Db, 'query'>,
  from: Exclude<ReservationSource, { resourceIds: unknown }>,
  brokerId: string | null,
) {
  const { attributes } = from;
  if ('poolId' in from) {
    const { poolId } = from;
    return attributes ? db.query(countPoolMatching, { poolId, attributes }) : db.query(countPool, { poolId });
  }
  const { typeId } = from;
  return attributes
    ? db.query(countTypeMatching, { typeId, brokerId, attributes })
    : db.query(countType, { typeId, brokerId });
}

async function countChosen(
  db: Pick<Db, 'query'>,
  resourceIds: readonly string[],
  brokerId: string | null,
): Promise<Stock> {
  const found = await db.query(findChosenStatement, { resourceIds, brokerId });
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
