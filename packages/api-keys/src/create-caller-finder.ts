import { timingSafeEqual } from 'node:crypto';
import { allowedFrom } from '@linework/auth/allowed-addresses';
import { fingerprint, isApiKey } from '@linework/auth/api-key';
import type { Caller } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findCallerStatement = statement(
  'find-caller',
  { keyFingerprint: 'bytea' },
  `SELECT k.id AS "keyId", k.broker_id AS "brokerId", k.scopes, k.fingerprint,
     k.allowed_addresses AS "allowedAddresses",
     coalesce(b.status = 'SUSPENDED', false) AS "isSuspended"
   FROM api_key k
   LEFT JOIN broker b ON b.id = k.broker_id
   WHERE k.fingerprint = :keyFingerprint AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
).returns<{ readonly scopes: readonly Scope[] }>();

/** Once a minute is often enough to see which keys are in use, and rare enough to cost almost nothing. */
const touchStatement = statement(
  'touch-api-key',
  { keyId: 'uuid' },
  `UPDATE api_key
   SET last_used_at = now()
   WHERE id = :keyId AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
);

interface CachedCaller {
  readonly caller: Promise<Caller | null>;
  readonly expiresAtMs: number;
}

/** A revoked key, an address that is no longer allowed, and the keys of a suspended broker are rejected after it. */
const cacheTtlMs = 2_000;
const maxCacheSize = 10_000;

/**
 * Creates the function that finds the caller of a key. It returns null for a key that is unknown, expired or revoked,
 * after the same work, and for one with a wrong checksum. Known keys are cached for two seconds; unknown keys are not.
 */
export function createCallerFinder(
  db: Pick<Db, 'query'>,
  nowMs: () => number = Date.now,
): (key: string) => Promise<Caller | null> {
  const cache = new Map<string, CachedCaller>();

  return async (key) => {
    // A key that was never created costs no statement. The checksum is no secret: any client can compute it.
    if (!isApiKey(key)) return null;
    const keyFingerprint = fingerprint(key);
    const cacheKey = keyFingerprint.toString('base64');
    const cached = cache.get(cacheKey);
    if (cached && cached.expiresAtMs > nowMs()) return cached.caller;
    const caller = findCaller(db, keyFingerprint);
    if (cache.size >= maxCacheSize) cache.clear();
    cache.set(cacheKey, { caller, expiresAtMs: nowMs() + cacheTtlMs });
    const found = await caller.catch((error) => {
      cache.delete(cacheKey);
      throw error;
    });
    if (found === null) cache.delete(cacheKey);
    return found;
  };
}

async function findCaller(db: Pick<Db, 'query'>, keyFingerprint: Buffer): Promise<Caller | null> {
  const [row] = await db.query(findCallerStatement, { keyFingerprint });
  if (!row || !timingSafeEqual(row.fingerprint, keyFingerprint)) return null;
  await db.query(touchStatement, { keyId: row.keyId });
  return {
    keyId: row.keyId,
    brokerId: row.brokerId,
    scopes: row.scopes,
    ...(row.allowedAddresses.length > 0 && { isAllowedFrom: allowedFrom(row.allowedAddresses) }),
    ...(row.isSuspended && { isSuspended: true }),
  };
}
