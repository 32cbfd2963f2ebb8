import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { type SealedBatch, sealBatch } from '@linework/secrets/seal-batch';
import type { GoodRow } from './row.ts';

/**
 * Encrypts the secrets of a batch of rows under one data key; undefined where they have none. Raises unavailable where
 * no key is configured.
 */
export function sealRows(
  keyWrapper: KeyWrapper | undefined,
  rows: readonly GoodRow[],
): Promise<SealedBatch | undefined> {
  const plaintext = rows.flatMap(({ id, secrets }) => (secrets === undefined ? [] : [{ resourceId: id, secrets }]));
  return sealBatch(keyWrapper, plaintext);
}
