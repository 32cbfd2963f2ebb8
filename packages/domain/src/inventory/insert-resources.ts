import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { SealedBatch } from '../secrets/seal-batch.ts';
import { type PoolToFill, raiseIfPoolDeleted } from './find-pool-to-fill.ts';

type TargetPool = Pick<PoolToFill, 'id' | 'typeId' | 'brokerId' | 'keyId'>;

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
 * other; they can deadlock only by IMSIs that are in another order. The trigger writes the events, and is told the key by a setting.
 */
const buildInsertSql = (extraSql: string) => `WITH actor AS (
    SELECT set_config('linework.key_id', coalesce($11, ''), true)
  ), wanted AS (
    SELECT * FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[])
      AS w(id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
    SELECT id, $1::uuid, $2::uuid, $3::uuid, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl FROM wanted, actor
    ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  )${extraSql}
  SELECT id FROM wanted WHERE id NOT IN (SELECT id FROM added)`;

/** Secrets are written with their resources, and their data key with the first of them. */
const secretsText = `, sealed AS (
    SELECT id, ciphertext FROM unnest($15::uuid[], $16::bytea[]) AS s(id, ciphertext) JOIN added USING (id)
  ), data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped) SELECT $12::uuid, $13, $14::bytea WHERE EXISTS (SELECT FROM sealed)
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext) SELECT id, $12::uuid, ciphertext FROM sealed
  )`;

const insertStatement = statement('insert-resources', buildInsertSql(''));
const insertSealedStatement = statement('insert-resources-with-secrets', buildInsertSql(secretsText));

/** Puts resources into a pool in their order, with those of their secrets that are `sealed`; answers the ids of those that were left out because their code or their IMSI is in use. Raises not-found when the pool is gone. */
export async function insertResources(
  db: Pick<Db, 'query'>,
  pool: TargetPool,
  resources: readonly NewResource[],
  sealed?: SealedBatch,
): Promise<ReadonlySet<string>> {
  const values = [pool.id, pool.typeId, pool.brokerId, ...toColumns(resources), pool.keyId, ...(sealed ? toSecretColumns(sealed) : [])];
  const skipped = await db.query<{ readonly id: string }>(sealed ? insertSealedStatement : insertStatement, values).catch(raiseIfPoolDeleted(pool));
  return new Set(skipped.map(({ id }) => id));
}

/** The members of resources as lists, in the order in which the statements take them. */
export function toColumns(resources: readonly NewResource[]): readonly unknown[] {
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

const toSecretColumns = ({ dataKeyId, keyId, wrapped, ciphertextByResource }: SealedBatch): readonly unknown[] => [
  dataKeyId,
  keyId,
  wrapped,
  [...ciphertextByResource.keys()],
  [...ciphertextByResource.values()],
];
