import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { SealedBatch } from '@linework/secrets/seal-batch';
import { type PoolToFill, raiseIfPoolDeleted } from '../pools/find-pool-to-fill.ts';

type TargetPool = Pick<PoolToFill, 'id' | 'typeId' | 'brokerId' | 'keyId' | 'importId'>;

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
 * Inserts resources; triggers write their states, events and counters. A resource whose code or IMSI is in use is
 * skipped, even when a concurrent transaction wrote it, and its id is returned. Rows are inserted in the order of their
 * codes, so that transactions with the same codes wait for each other. They can deadlock only on IMSIs in another
 * order. A setting passes the API key to the trigger that writes the events.
 */
const buildInsertSql = (extraSql: string) => `WITH actor AS (
    SELECT set_config('linework.key_id', coalesce(:actorId, ''), true)
  ), wanted AS (
    SELECT *
    FROM unnest(:ids, :externalCodes, :locations, :metadata, :attributes, :reservationTtls, :quarantineTtls)
      AS w(id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes,
      reservation_ttl, quarantine_ttl, import_id)
    SELECT id, :poolId, :typeId, :brokerId, external_code, location, metadata::jsonb, attributes::jsonb,
      reservation_ttl, quarantine_ttl, :importId
    FROM wanted, actor
    ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  )${extraSql}
  SELECT id FROM wanted WHERE id NOT IN (SELECT id FROM added)`;

/** The secrets are written with their resources, and their data key with the first of them. */
const secretsText = `, sealed AS (
    SELECT id, ciphertext FROM unnest(:sealedIds, :ciphertexts) AS s(id, ciphertext) JOIN added USING (id)
  ), data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped)
    SELECT :dataKeyId, :keyId, :wrapped
    WHERE EXISTS (SELECT FROM sealed)
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext) SELECT id, :dataKeyId, ciphertext FROM sealed
  )`;

/** The types of `toColumns`. */
export const columnTypes = {
  ids: 'uuid[]',
  externalCodes: 'text[]',
  locations: 'text?[]',
  metadata: 'text[]',
  attributes: 'text[]',
  reservationTtls: 'int?[]',
  quarantineTtls: 'int?[]',
} as const;

const insertTypes = {
  poolId: 'uuid',
  typeId: 'uuid',
  brokerId: 'uuid',
  ...columnTypes,
  actorId: 'text?',
  importId: 'uuid?',
} as const;

const insertStatement = statement('insert-resources', insertTypes, buildInsertSql(''));
const insertSealedStatement = statement(
  'insert-resources-with-secrets',
  {
    ...insertTypes,
    dataKeyId: 'uuid',
    keyId: 'text',
    wrapped: 'bytea',
    sealedIds: 'uuid[]',
    ciphertexts: 'bytea[]',
  },
  buildInsertSql(secretsText),
);

/**
 * Inserts resources into a pool in their order, with their `sealed` secrets; returns the ids of those that were skipped
 * because their code or IMSI is in use. Raises not-found when the pool has been deleted.
 */
export async function insertResources(
  db: Pick<Db, 'query'>,
  pool: TargetPool,
  resources: readonly NewResource[],
  sealed?: SealedBatch,
): Promise<ReadonlySet<string>> {
  const { id: poolId, typeId, brokerId, keyId: actorId, importId } = pool;
  const values = { poolId, typeId, brokerId, ...toColumns(resources), actorId, importId };
  const skipped = await (sealed
    ? db.query(insertSealedStatement, { ...values, ...toSecretColumns(sealed) })
    : db.query(insertStatement, values)
  ).catch(raiseIfPoolDeleted(pool));
  return new Set(skipped.map(({ id }) => id));
}

/** The members of the resources as columns. */
export const toColumns = (resources: readonly NewResource[]) => ({
  ids: resources.map(({ id }) => id),
  externalCodes: resources.map(({ externalCode }) => externalCode),
  locations: resources.map(({ location }) => location),
  metadata: resources.map(({ metadata }) => metadata),
  attributes: resources.map(({ attributes }) => attributes),
  reservationTtls: resources.map(({ reservationTtl }) => reservationTtl),
  quarantineTtls: resources.map(({ quarantineTtl }) => quarantineTtl),
});

const toSecretColumns = ({ ciphertextByResource, ...dataKey }: SealedBatch) => ({
  ...dataKey,
  sealedIds: [...ciphertextByResource.keys()],
  ciphertexts: [...ciphertextByResource.values()],
});
