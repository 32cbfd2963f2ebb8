import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { KeyUnwrapper, KeyWrapper } from './key-wrapping.ts';

const findStatement = statement(
  'find-data-keys-to-rewrap',
  { newestId: 'text', from: 'uuid', batchSize: 'bigint' },
  `SELECT id, key_id AS "keyId", wrapped
   FROM secret_data_key
   WHERE key_id <> :newestId AND id > :from
   ORDER BY id
   LIMIT :batchSize
   FOR UPDATE SKIP LOCKED`,
);

const rewrapStatement = statement(
  'rewrap-data-keys',
  { newestId: 'text', ids: 'uuid[]', wrapped: 'bytea[]' },
  `UPDATE secret_data_key d
   SET key_id = :newestId, wrapped = w.wrapped
   FROM unnest(:ids, :wrapped) AS w(id, wrapped)
   WHERE d.id = w.id`,
);

const countRemainingStatement = statement(
  'count-remaining-data-keys',
  { newestId: 'text' },
  'SELECT key_id AS "keyId", count(*)::int AS count FROM secret_data_key WHERE key_id <> :newestId GROUP BY key_id',
);

type FoundDataKey = RowOf<typeof findStatement>;

export interface RewrapKeys {
  readonly newestId: string;
  readonly wrapper: KeyWrapper;
  readonly unwrapper: KeyUnwrapper;
  /** The number of data keys that one transaction wraps again. */
  readonly batchSize?: number;
}

export interface RewrapResult {
  readonly count: number;
  /**
   * The data keys that are still under an older key, by that key: the file does not have the key, or it cannot unwrap
   * them.
   */
  readonly remaining: readonly { readonly keyId: string; readonly count: number }[];
}

const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * Wraps every data key for the newest key pair; the data that they encrypt stays unchanged. Each batch has its own
 * transaction, so the command can be stopped and started again, and workers with both key pairs can read meanwhile.
 */
export async function rewrapDataKeys(db: Db, keys: RewrapKeys): Promise<RewrapResult> {
  let count = 0;
  for (let after: string | undefined = nilUuid; after !== undefined; ) {
    const from: string = after;
    const batch = await db.transaction((tx) => rewrapBatch(tx, keys, from));
    count += batch.count;
    after = batch.lastId;
  }
  return {
    count,
    remaining: await db.query(countRemainingStatement, { newestId: keys.newestId }),
  };
}

async function rewrapBatch(
  tx: Db,
  keys: RewrapKeys,
  from: string,
): Promise<{ readonly count: number; readonly lastId: string | undefined }> {
  const { newestId, batchSize = 500 } = keys;
  const found = await tx.query(findStatement, { newestId, from, batchSize });
  const rewrapped = (await Promise.all(found.map((key) => rewrap(key, keys)))).filter((key) => key !== undefined);
  if (rewrapped.length > 0)
    await tx.query(rewrapStatement, {
      newestId,
      ids: rewrapped.map(({ id }) => id),
      wrapped: rewrapped.map(({ wrapped }) => wrapped),
    });
  return { count: rewrapped.length, lastId: found.at(-1)?.id };
}

/** Undefined where it cannot be unwrapped; it counts as remaining. */
async function rewrap(
  { id, ...key }: FoundDataKey,
  { wrapper, unwrapper }: RewrapKeys,
): Promise<{ readonly id: string; readonly wrapped: Buffer } | undefined> {
  const dataKey = await unwrapper.unwrap(key, id).catch(() => undefined);
  if (!dataKey) return undefined;
  const { wrapped } = await wrapper.wrap(dataKey, id);
  dataKey.fill(0);
  return { id, wrapped };
}
