// Wraps all data keys with the newest key of SECRET_PRIVATE_KEYS_FILE, while the other programs run. The exit code is 1 if some still need an older key,
// which must then stay in the file. If the program is interrupted, start it again.
import { createPublicKey } from 'node:crypto';
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { rewrapDataKeys } from '@linework/secrets/rewrap-data-keys';
import { computeKeyId } from '@linework/systems/secret-keys/key-id';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { createX25519Wrapper } from '@linework/systems/secret-keys/x25519-keys';
import { readKeysConfig } from './config.ts';

const statementTimeoutMs = 60_000;

try {
  const config = readKeysConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const newestId = computeKeyId(keys.newest);
  const db = openDb({ url: config.DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework rotate-secrets' });
  const { count, remaining } = await rewrapDataKeys(db, { newestId, wrapper: createX25519Wrapper(createPublicKey(keys.newest)), unwrapper: keys });
  await db.close();
  console.log(`Moved ${count} data keys to the key ${newestId}.`);
  for (const { keyId, count: left } of remaining) console.log(`Under the key ${keyId}: ${left} data keys that the file cannot unwrap.`);
  process.exitCode = remaining.length === 0 ? 0 : 1;
} catch (error) {
  exitWithError(error);
}
