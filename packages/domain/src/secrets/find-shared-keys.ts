import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { Refusal } from '../faults.ts';
import type { OpenSealed, SealedSecret } from './open-sealed.ts';

const readStatement = statement(
  'read-sealed-secrets',
  `SELECT x.resource_id AS "resourceId", d.id AS "dataKeyId", d.key_id AS "keyId",
     encode(d.wrapped, 'base64') AS wrapped, encode(x.ciphertext, 'base64') AS ciphertext
   FROM resource_secret x
   JOIN secret_data_key d ON d.id = x.data_key_id
   WHERE x.resource_id > $1::uuid
   ORDER BY x.resource_id
   LIMIT $2`,
);

/** A key that more than one SIM has. */
export interface SharedKey {
  readonly name: 'K' | 'OPc';
  readonly resourceIds: readonly string[];
}

export interface ComparedKeys {
  /** How many SIMs were read. */
  readonly count: number;
  /** Those whose secrets do not open with the keys of this program. */
  readonly unreadableIds: readonly string[];
  readonly shared: readonly SharedKey[];
}

const beforeAll = '00000000-0000-0000-0000-000000000000';
const secretsAtOnce = 1_000;

/** Compares K and OPc of all SIMs. No key stays in memory: what is compared is a hash, under a key that ends with the call. */
export async function findSharedKeys(
  db: Pick<Db, 'query'>,
  openSealed: OpenSealed,
  { atOnce = secretsAtOnce }: { readonly atOnce?: number } = {},
): Promise<ComparedKeys> {
  const hashKey = randomBytes(32);
  const owners = new Map<string, string[]>();
  const unreadableIds: string[] = [];
  let count = 0;
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const page: readonly SealedSecret[] = await db.query<SealedSecret>(readStatement, [after, atOnce]);
    for (const sealed of page) {
      const keys = await keysIn(openSealed, sealed);
      if (keys === 'unreadable') unreadableIds.push(sealed.resourceId);
      else for (const key of keys) noteOwner(owners, hashOf(hashKey, key), sealed.resourceId);
    }
    count += page.length;
    after = page.at(-1)?.resourceId;
  }
  return { count, unreadableIds, shared: sharedAmong(owners) };
}

interface NamedKey {
  readonly name: SharedKey['name'];
  readonly value: string;
}

async function keysIn(openSealed: OpenSealed, sealed: SealedSecret): Promise<readonly NamedKey[] | 'unreadable'> {
  try {
    const { ki, k = ki, opc } = await openSealed(sealed);
    return [...(k === undefined ? [] : [{ name: 'K', value: k } as const]), ...(opc === undefined ? [] : [{ name: 'OPc', value: opc } as const])];
  } catch (error) {
    if (error instanceof Refusal) return 'unreadable';
    throw error;
  }
}

const hashOf = (hashKey: Buffer, { name, value }: NamedKey) => `${name} ${createHmac('sha256', hashKey).update(value.toLowerCase()).digest('base64')}`;

function noteOwner(owners: Map<string, string[]>, hash: string, resourceId: string): void {
  const known = owners.get(hash);
  if (known) known.push(resourceId);
  else owners.set(hash, [resourceId]);
}

function sharedAmong(owners: ReadonlyMap<string, readonly string[]>): readonly SharedKey[] {
  return [...owners].flatMap(([hash, resourceIds]) => (resourceIds.length > 1 ? [{ name: hash.startsWith('K ') ? 'K' : 'OPc', resourceIds } as const] : []));
}
