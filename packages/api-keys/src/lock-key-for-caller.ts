import { type Caller, hasScope } from '@linework/auth/caller';
import { isRanked } from '@linework/auth/roles';
import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { forbidden, notFound, unauthorized } from '@linework/problem-details/make-problem';

const lockApiKeyStatement = statement(
  'lock-api-key',
  { keyId: 'uuid', brokerId: 'uuid?' },
  `SELECT id, name, broker_id AS "brokerId", scopes, allowed_addresses AS "allowedAddresses",
     original_expires_at AS "originalExpiresAt", revoked_at IS NOT NULL OR coalesce(expires_at <= now(), false) AS ended
   FROM api_key
   WHERE id = :keyId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR NO KEY UPDATE`,
);

interface LockedApiKey {
  readonly id: string;
  readonly name: string;
  readonly brokerId: string | null;
  readonly scopes: readonly string[];
  /** Empty: from everywhere. */
  readonly allowedAddresses: readonly string[];
  /** The expiry that the key was created with. */
  readonly originalExpiresAt: Date | null;
  /** Revoked, or expired by the database's clock. */
  readonly ended: boolean;
}

/** Locks a key until the transaction ends. Raises not-found when it does not exist or belongs to another broker. */
async function lockApiKey(
  tx: Db,
  { caller, keyId }: { readonly caller: Caller; readonly keyId: string },
): Promise<LockedApiKey> {
  const [key] = await tx.query(lockApiKeyStatement, { keyId, brokerId: caller.brokerId });
  if (!key) throw notFound(`There is no key ${keyId}.`);
  return key;
}

/** A usable key: not revoked and not expired. */
type UsableKey = RowOf<typeof lockUsableStatement>;

/** Locks in the order of the ids, so that two requests never wait for each other. */
const lockUsableStatement = statement(
  'lock-usable-api-keys',
  { brokerId: 'uuid?' },
  `SELECT id, scopes, allowed_addresses AS "allowedAddresses", original_expires_at AS "originalExpiresAt"
   FROM api_key
   WHERE broker_id IS NOT DISTINCT FROM :brokerId
     AND revoked_at IS NULL
     AND (expires_at IS NULL OR expires_at > now())
   ORDER BY id
   FOR NO KEY UPDATE`,
);

export interface KeyTarget {
  readonly caller: Caller;
  readonly keyId: string;
}

export interface LockedKeys {
  readonly key: LockedApiKey;
  /** All usable keys of the caller's broker, or of operators when the caller is one. */
  readonly usable: readonly UsableKey[];
}

/**
 * Locks the usable keys of the caller's broker and the requested key until the transaction ends. Raises unauthorized
 * when the caller's own key has ended meanwhile, not-found for a key that the caller may not see, and forbidden for a
 * key that has more rights than the caller's own: rolling a key would give the caller these rights.
 */
export async function lockKeyForCaller(tx: Db, { caller, keyId }: KeyTarget): Promise<LockedKeys> {
  const { usable, own } = await lockKeysOfCaller(tx, caller);
  const key = await lockApiKey(tx, { caller, keyId });
  await assertNotStronger(tx, { caller, own }, key);
  return { key, usable };
}

/**
 * Locks the usable keys of the caller's broker, or of the operators, until the transaction ends. Raises unauthorized
 * when the caller's own key has ended meanwhile.
 */
export async function lockKeysOfCaller(tx: Db, caller: Caller) {
  const usable = await tx.query(lockUsableStatement, { brokerId: caller.brokerId });
  const own = usable.find(({ id }) => id === caller.keyId);
  // Keys are cached for seconds. A caller whose key was just revoked must not get a successor of it.
  // A person has no key; the session was read with this very request.
  if (!own && !caller.operator) throw unauthorized();
  return { usable, own };
}

/** Operators create keys with any scope, so an operator may act on every key. */
export const isOperator = ({ scopes }: Caller): boolean => scopes.includes('operator');

interface CallersKey {
  readonly caller: Caller;
  /** The locked key of the caller; undefined for a person, who has no end and sends from everywhere. */
  readonly own: UsableKey | undefined;
}

type Rights = Pick<LockedApiKey, 'scopes' | 'originalExpiresAt' | 'allowedAddresses'>;

/** People without a rank do not choose where events go, so they make no key that does. */
const mayGive = (caller: Caller, scope: Scope): boolean =>
  hasScope(caller, scope) &&
  (scope !== 'webhooks:write' || caller.operator === undefined || isRanked(caller.operator.role));

/** Raises forbidden for a key with more scopes, a later end or more addresses than the caller's own. */
export async function assertNotStronger(
  tx: Db,
  { caller, own }: CallersKey,
  { scopes, originalExpiresAt, allowedAddresses }: Rights,
): Promise<void> {
  if (isOperator(caller)) return;
  const missingScopes = scopes.filter((scope) => !mayGive(caller, scope as Scope));
  if (missingScopes.length > 0) {
    throw forbidden(`This key has scopes that your key does not have: ${missingScopes.join(', ')}.`, {
      code: 'key-has-more-scopes',
      scopes: missingScopes,
    });
  }
  const ownEnd = own?.originalExpiresAt ?? null;
  if (ownEnd !== null && (originalExpiresAt === null || originalExpiresAt > ownEnd)) {
    throw forbidden('This key lasts longer than your key.', { code: 'key-lasts-longer' });
  }
  const ownNetworks = own?.allowedAddresses ?? [];
  if (ownNetworks.length > 0) await assertWithin(tx, allowedAddresses, ownNetworks);
}

const findOutsideStatement = statement(
  'find-networks-outside',
  { networks: 'text[]', ownNetworks: 'text[]' },
  `SELECT network
   FROM unnest(:networks) network
   WHERE NOT network::cidr <<= ANY (:ownNetworks::cidr[])
   ORDER BY network::cidr`,
).returns<{ readonly network: string }>();

const everywhere = ['0.0.0.0/0', '::/0'];

async function assertWithin(tx: Db, networks: readonly string[], ownNetworks: readonly string[]): Promise<void> {
  const given = networks.length === 0 ? everywhere : networks;
  const outside = (await tx.query(findOutsideStatement, { networks: given, ownNetworks })).map(
    ({ network }) => network,
  );
  if (outside.length === 0) return;
  const detail = `This key may be used from addresses that your key may not be used from: ${outside.join(', ')}.`;
  throw forbidden(detail, { code: 'key-has-more-addresses', allowedAddresses: outside });
}
