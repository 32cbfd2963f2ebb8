import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { OpenSecrets } from '@linework/secrets/open-sealed';
import type { SigningKey } from '../signature/sign.ts';

/** The newest key first, so that a receiver finds its signature early. */
const readStatement = statement(
  'read-webhook-signing-keys',
  { endpointIds: 'uuid[]' },
  `SELECT s.id AS "resourceId", s.endpoint_id AS "endpointId", s.kind, d.id AS "dataKeyId", d.key_id AS "keyId",
     encode(d.wrapped, 'base64') AS wrapped, encode(s.ciphertext, 'base64') AS ciphertext
   FROM webhook_secret s
   JOIN secret_data_key d ON d.id = s.data_key_id
   WHERE s.endpoint_id = ANY(:endpointIds)
     AND (s.expires_at IS NULL OR s.expires_at > now())
   ORDER BY s.created_at DESC, s.id DESC`,
);

type KeyRow = RowOf<typeof readStatement>;

/** The keys that sign for each of these endpoints now. */
export type FindSigningKeys = (endpointIds: readonly string[]) => Promise<ReadonlyMap<string, readonly SigningKey[]>>;

const cacheLimit = 10_000;

/**
 * Creates the function that finds the keys of endpoints. Opening a key costs 0.2 ms and it never changes, so opened
 * keys are kept in memory; which of them sign is read each time.
 */
export function createSigningKeyFinder(db: Pick<Db, 'query'>, openSealed: OpenSecrets): FindSigningKeys {
  const opened = new Map<string, SigningKey>();

  async function open(row: KeyRow): Promise<SigningKey> {
    const known = opened.get(row.resourceId);
    if (known) return known;
    const { secret = '' } = await openSealed(row);
    const key: SigningKey = { kind: row.kind as SigningKey['kind'], secret };
    if (opened.size >= cacheLimit) opened.clear();
    opened.set(row.resourceId, key);
    return key;
  }

  return async (endpointIds) => {
    const rows = await db.query(readStatement, { endpointIds: [...new Set(endpointIds)] });
    const found = new Map<string, SigningKey[]>();
    for (const row of rows) found.set(row.endpointId, [...(found.get(row.endpointId) ?? []), await open(row)]);
    return found;
  };
}
