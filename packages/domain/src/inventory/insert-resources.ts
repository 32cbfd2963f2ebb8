import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { ifPoolIsGone, type PoolToFill } from './find-pool-to-fill.ts';

/** A resource to be written, as the statements take it. */
export interface NewResource {
  readonly id: string;
  readonly externalCode: string;
  readonly location: string | null;
  /** JSON objects as text. */
  readonly metadata: string;
  readonly attributes: string;
  readonly reservationTtl: number | null;
  readonly quarantineTtl: number | null;
}

/**
 * Writes resources, whose states, events and counts follow by trigger. Who is not written has a code or an IMSI that is in use,
 * whoever wrote that, and when; its id comes back. In the order of the codes, so that two who write the same ones wait for each
 * other; they can deadlock only by IMSIs that are in another order.
 */
const insertStatement = statement(
  'insert-resources',
  `WITH wanted AS (
    SELECT * FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[])
      AS w(id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
    SELECT id, $1::uuid, $2::uuid, $3::uuid, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl FROM wanted
    ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  SELECT id FROM wanted WHERE id NOT IN (SELECT id FROM added)`,
);

/** Puts resources into a pool in their order; answers the ids of those that were left out because their code or their IMSI is in use. Raises not-found when the pool is gone. */
export async function insertResources(db: Pick<Db, 'query'>, pool: PoolToFill, resources: readonly NewResource[]): Promise<ReadonlySet<string>> {
  const values = [pool.id, pool.typeId, pool.brokerId, ...columnsOf(resources)];
  const left = await db.query<{ readonly id: string }>(insertStatement, values).catch(ifPoolIsGone(pool));
  return new Set(left.map(({ id }) => id));
}

/** The members of resources as lists, in the order in which the statements take them. */
export function columnsOf(resources: readonly NewResource[]): readonly unknown[] {
  return [
    resources.map(({ id }) => id),
    resources.map(({ externalCode }) => externalCode),
    resources.map(({ location }) => location),
    resources.map(({ metadata }) => metadata),
    resources.map(({ attributes }) => attributes),
    resources.map(({ reservationTtl }) => reservationTtl),
    resources.map(({ quarantineTtl }) => quarantineTtl),
  ];
}
