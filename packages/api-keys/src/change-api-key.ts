import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { findApiKey } from './find-api-key.ts';
import { assertNotStronger, type KeyTarget, lockKeyForCaller, lockKeysOfCaller } from './lock-key-for-caller.ts';
import { readNetworks } from './read-networks.ts';

/** An undefined member stays as it is; without addresses the key may be used from everywhere. */
export interface ApiKeyChange extends KeyTarget {
  readonly name?: string | undefined;
  readonly allowedAddresses?: readonly string[] | null | undefined;
}

const changeStatement = statement(
  'change-api-key',
  { id: 'uuid', name: 'text', allowedAddresses: 'text[]', keyId: 'uuid', changed: 'text[]' },
  `WITH changed AS (
    UPDATE api_key
    SET name = :name, allowed_addresses = :allowedAddresses
    WHERE id = :id
    RETURNING id, broker_id, allowed_addresses
  )
  ${insertEvent('api_key.changed', {
    key: ':keyId',
    details: "jsonb_build_object('changed', :changed, 'allowedAddresses', allowed_addresses)",
  })}
  FROM changed`,
);

const isWithinStatement = statement(
  'is-address-within',
  { address: 'text?', networks: 'text[]' },
  'SELECT coalesce(:address::inet <<= ANY (:networks::cidr[]), false) AS "isWithin"',
);

/**
 * Changes the name of a key, and where it may be used from. Raises not-found, 400 for bad networks, forbidden for a key
 * that has more rights than the caller's own or would get them, and conflict for a key that has ended, or for addresses
 * that would lock the caller's own key out.
 */
export function changeApiKey(db: Db, { caller, keyId, ...wanted }: ApiKeyChange): Promise<ApiKey> {
  return db.transaction(async (tx) => {
    const networks = wanted.allowedAddresses && (await readNetworks(tx, wanted.allowedAddresses));
    const { key } = await lockKeyForCaller(tx, { caller, keyId });
    if (key.ended) throw conflict('This key has ended. Create a new one.', { code: 'key-ended' });
    const name = wanted.name ?? key.name;
    const allowedAddresses = networks === undefined ? key.allowedAddresses : (networks ?? []);
    const changed = [
      ...(name === key.name ? [] : ['name']),
      ...(isEqual(allowedAddresses, key.allowedAddresses) ? [] : ['allowedAddresses']),
    ];
    if (changed.length > 0) {
      const { own } = await lockKeysOfCaller(tx, caller);
      await assertNotStronger(tx, { caller, own }, { ...key, allowedAddresses });
      if (keyId === caller.keyId) await assertStaysUsable(tx, caller.address, allowedAddresses);
      await tx.query(changeStatement, { id: keyId, name, allowedAddresses, keyId: caller.keyId, changed });
    }
    return findApiKey(tx, { caller, keyId });
  });
}

async function assertStaysUsable(tx: Db, address: string | undefined, networks: readonly string[]): Promise<void> {
  if (networks.length === 0) return;
  const [row] = await tx.query(isWithinStatement, { address, networks });
  if (row?.isWithin) return;
  const detail = `Your own key could not be used from ${address ?? 'here'} any more.`;
  throw conflict(detail, { code: 'key-locks-itself-out' });
}

const isEqual = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((network, index) => network === others[index]);
