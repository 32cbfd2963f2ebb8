import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { KeyWrapper } from './key-wrapping.ts';
import { sealBatch } from './seal-batch.ts';

/** Waits for transactions that write resources, and makes new ones wait until the guard is committed. */
const lockStatement = statement('lock-resources-to-guard', 'LOCK TABLE resource IN SHARE ROW EXCLUSIVE MODE');
const guardStatement = statement(
  'guard-secrets',
  'UPDATE resource_type SET secrets_guarded = true WHERE NOT secrets_guarded',
);
const findUnguardedStatement = statement(
  'are-secrets-guarded',
  'SELECT EXISTS (SELECT FROM resource_type WHERE NOT secrets_guarded) AS "isUnguarded"',
);

const findStatement = unprepared(
  'find-attributes-to-seal',
  { from: 'uuid', batchSize: 'bigint' },
  `SELECT r.id, m.members,
     (SELECT jsonb_object_agg(lower(name), r.attributes -> name) FROM unnest(m.members) AS name) AS secrets
   FROM resource r
   JOIN resource_type t ON t.id = r.type_id
   CROSS JOIN LATERAL (SELECT secret_members(r.attributes, t.secret_attributes) AS members) m
   WHERE NOT t.secrets_sealed AND r.id > :from AND cardinality(m.members) > 0
   ORDER BY r.id
   LIMIT :batchSize
   FOR UPDATE OF r`,
).returns<{ readonly secrets: Readonly<Record<string, unknown>> }>();

/** A resource that already has secrets keeps them; the plaintext attributes are only removed. */
const moveStatement = statement(
  'move-secrets-of-attributes',
  { dataKeyId: 'uuid', keyId: 'text', wrapped: 'bytea', ids: 'uuid[]', ciphertexts: 'bytea[]' },
  `WITH data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped) VALUES (:dataKeyId, :keyId, :wrapped)
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext)
    SELECT id, :dataKeyId, ciphertext
    FROM unnest(:ids, :ciphertexts) AS s(id, ciphertext)
    ON CONFLICT (resource_id) DO NOTHING
  )
  UPDATE resource r
  SET attributes = r.attributes - secret_members(r.attributes, t.secret_attributes)
  FROM resource_type t
  WHERE r.id = ANY(:ids) AND t.id = r.type_id`,
);

const markSealedStatement = statement(
  'mark-secrets-sealed',
  'UPDATE resource_type SET secrets_sealed = true WHERE NOT secrets_sealed',
);

const nilUuid = '00000000-0000-0000-0000-000000000000';
const defaultBatchSize = 1_000;

/**
 * Encrypts the secrets among the attributes of resources from before secrets were supported, moves them to the table of
 * secrets and returns the number of resources. First it guards the attributes, so that no new secret is written there.
 * Each batch has its own transaction, so an interrupted run can continue.
 */
export async function sealAttributes(
  db: Db,
  keyWrapper: KeyWrapper,
  { batchSize = defaultBatchSize }: { readonly batchSize?: number } = {},
): Promise<number> {
  await guardSecrets(db);
  let count = 0;
  for (let after: string | undefined = nilUuid; after !== undefined; ) {
    const from: string = after;
    const ids = await db.transaction((tx) => sealResources(tx, keyWrapper, { from, batchSize }));
    count += ids.length;
    after = ids.at(-1);
  }
  await db.query(markSealedStatement);
  return count;
}

async function guardSecrets(db: Db): Promise<void> {
  const [found] = await db.query(findUnguardedStatement);
  if (!found?.isUnguarded) return;
  await db.transaction(async (tx) => {
    await tx.query(lockStatement);
    await tx.query(guardStatement);
  });
}

async function sealResources(
  tx: Db,
  keyWrapper: KeyWrapper,
  { from, batchSize }: { readonly from: string; readonly batchSize: number },
): Promise<readonly string[]> {
  const found = await tx.query(findStatement, { from, batchSize });
  const sealed = await sealBatch(
    keyWrapper,
    found.map(({ id, secrets }) => ({ resourceId: id, secrets: JSON.stringify(toTexts(secrets)) })),
  );
  if (!sealed) return [];
  const { dataKeyId, keyId, wrapped, ciphertextByResource } = sealed;
  await tx.query(moveStatement, {
    dataKeyId,
    keyId,
    wrapped,
    ids: [...ciphertextByResource.keys()],
    ciphertexts: [...ciphertextByResource.values()],
  });
  return found.map(({ id }) => id);
}

/**
 * These values were never validated: other values than strings are stored as JSON. Null is not a secret; otherwise the
 * network would get the word "null".
 */
const toTexts = (secrets: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
