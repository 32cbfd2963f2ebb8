import { createPublicKey } from 'node:crypto';
import { rewrapDataKeys } from '@linework/secrets/rewrap-data-keys';
import { computeKeyId } from '@linework/systems/secret-keys/key-id';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { createX25519Wrapper } from '@linework/systems/secret-keys/x25519-keys';
import type { Context } from '../command/context.ts';
import { readPrivateKeyConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

/**
 * Wraps all data keys with the newest key of SECRET_PRIVATE_KEYS_FILE, while the other programs run. If it is
 * interrupted, start it again.
 */
export async function rotateSecretKeys(context: Context): Promise<void> {
  const config = readPrivateKeyConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const newestId = computeKeyId(keys.newest);
  const { count, remaining } = await withDatabase({ url: config.DATABASE_URL, name: 'rotate-secrets' }, (db) =>
    rewrapDataKeys(db, { newestId, wrapper: createX25519Wrapper(createPublicKey(keys.newest)), unwrapper: keys }),
  );
  context.stdout.write(`Moved ${count} data keys to the key ${newestId}.\n`);
  for (const { keyId, count: left } of remaining)
    context.stdout.write(`Under the key ${keyId}: ${left} data keys that the file cannot unwrap.\n`);
  // The older key must stay in the file.
  if (remaining.length > 0) context.setExitCode(1);
}
