import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { OpenSecrets, SealedSecret } from './open-sealed.ts';

const readStatement = statement(
  'read-sealed-secrets',
  { after: 'uuid', batchSize: 'bigint' },
  `SELECT x.resource_id AS "resourceId", d.id AS "dataKeyId", d.key_id AS "keyId",
     encode(d.wrapped, 'base64') AS wrapped, encode(x.ciphertext, 'base64') AS ciphertext
   FROM resource_secret x
   JOIN secret_data_key d ON d.id = x.data_key_id
   WHERE x.resource_id > :after
   ORDER BY x.resource_id
   LIMIT :batchSize`,
);

/** A key that several SIMs share. */
interface SharedKey {
  readonly name: 'K' | 'OPc';
  readonly resourceIds: readonly string[];
}

export interface ComparedKeys {
  /** The number of SIMs that were read. */
  readonly count: number;
  /** The SIMs whose secrets cannot be decrypted with the keys of this program. */
  readonly unreadableIds: readonly string[];
  readonly shared: readonly SharedKey[];
}

const nilUuid = '00000000-0000-0000-0000-000000000000';
const defaultBatchSize = 1_000;

/**
 * Compares K and OPc of all SIMs. No key stays in memory: the function compares hashes under a random key that it
 * discards.
 */
export async function findSharedKeys(
  db: Pick<Db, 'query'>,
  openSealed: OpenSecrets,
  { batchSize = defaultBatchSize }: { readonly batchSize?: number } = {},
): Promise<ComparedKeys> {
  const hashKey = randomBytes(32);
  const owners = new Map<string, string[]>();
  const unreadableIds: string[] = [];
  let count = 0;
  for (let after: string | undefined = nilUuid; after !== undefined; ) {
    const page: readonly SealedSecret[] = await db.query(readStatement, { after, batchSize });
    for (const sealed of page) {
      const keys = await openKeys(openSealed, sealed);
      if (keys === 'unreadable') unreadableIds.push(sealed.resourceId);
      else for (const key of keys) addOwner(owners, hashNamedKey(hashKey, key), sealed.resourceId);
    }
    count += page.length;
    after = page.at(-1)?.resourceId;
  }
  return { count, unreadableIds, shared: selectShared(owners) };
}

interface NamedKey {
  readonly name: SharedKey['name'];
  readonly value: string;
}

async function openKeys(openSealed: OpenSecrets, sealed: SealedSecret): Promise<readonly NamedKey[] | 'unreadable'> {
  try {
    const { ki, k = ki, opc } = await openSealed(sealed);
    return [
      ...(k === undefined ? [] : [{ name: 'K', value: k } as const]),
      ...(opc === undefined ? [] : [{ name: 'OPc', value: opc } as const]),
    ];
  } catch (error) {
    if (error instanceof PermanentError) return 'unreadable';
    throw error;
  }
}

const hashNamedKey = (hashKey: Buffer, { name, value }: NamedKey) =>
  `${name} ${createHmac('sha256', hashKey).update(value.toLowerCase()).digest('base64')}`;

function addOwner(owners: Map<string, string[]>, hash: string, resourceId: string): void {
  const ownerIds = owners.get(hash);
  if (ownerIds) ownerIds.push(resourceId);
  else owners.set(hash, [resourceId]);
}

function selectShared(owners: ReadonlyMap<string, readonly string[]>): readonly SharedKey[] {
  return [...owners].flatMap(([hash, resourceIds]) =>
    resourceIds.length > 1 ? [{ name: hash.startsWith('K ') ? 'K' : 'OPc', resourceIds } as const] : [],
  );
}
