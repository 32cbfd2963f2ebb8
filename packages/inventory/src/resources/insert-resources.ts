import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { SealedBatch } from '@linework/secrets/seal-batch';
import { type PoolToFill, raiseIfPoolDeleted } from '../pools/find-pool-to-fill.ts';

type TargetPool = Pick<PoolToFill, 'id' | 'typeId' | 'brokerId' | 'keyId'>;

/** A new resource in the form that the statements take. */
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
 * Inserts resources; triggers write their states, events and counters. A resource whose code or IMSI is in use is skipped, even when a
 * concurrent transaction wrote it, and its id is returned. Rows are inserted in the order of their codes, so that transactions with the same
 * codes wait for each other. They can deadlock only on IMSIs in another order. A setting passes the API key to the trigger that writes the
 * events.
 */
const buildInsertSql = (extraSql: string) => `WITH actor AS (
    SELECT set_config('linework.key_id', coalesce($11, ''), true)
  ), wanted AS (
    SELECT *
    FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[])
      AS w(id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
    SELECT id, $1::uuid, $2::uuid, $3::uuid, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl
    FROM wanted, actor
    ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  )${extraSql}
  SELECT id FROM wanted WHERE id NOT IN (SELECT id FROM added)`;

/** The secrets are written with their resources, and their data key with the first of them. */
const secretsText = `, sealed AS (
    SELECT id, ciphertext FROM unnest($15::uuid[], $16::bytea[]) AS s(id, ciphertext) JOIN added USING (id)
  ), data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped) SELECT $12::uuid, $13, $14::bytea WHERE EXISTS (SELECT FROM sealed)
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext) SELECT id, $12::uuid, ciphertext FROM sealed
  )`;

const insertStatement = statement('insert-resources', buildInsertSql(''));
const insertSealedStatement = statement('insert-resources-with-secrets', buildInsertSql(secretsText));

/**
 * Inserts resources into a pool in their order, with their `sealed` secrets; returns the ids of those that were skipped because their code or
 * IMSI is in use. Raises not-found when the pool has been deleted.
 */
export async function insertResources(
  db: Pick<Db, 'query'>,
  pool: TargetPool,
  resources: readonly NewResource[],
  sealed?: SealedBatch,
): Promise<ReadonlySet<string>> {
  const values = [
    pool.id,
    pool.typeId,
    pool.brokerId,
    ...toColumns(resources),
    pool.keyId,
    ...(sealed ? toSecretColumns(sealed) : []),
  ];
  const skipped = await db
    .query<{ readonly id: string }>(sealed ? insertSealedStatement : insertStatement, values)
    .catch(raiseIfPoolDeleted(pool));
  return new Set(skipped.map(({ id }) => id));
}

/** The members of the resources as columns, in the order of the statements' parameters. */
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
