// Moves all secrets to the newest key of SECRET_PRIVATE_KEYS_FILE, while everything goes on. Ends with 1 where some are still under an older key, which
// then has to stay in the file. Broken off, it is started again.
import { createPublicKey } from 'node:crypto';
import { refuseToStart } from '@linework/config/refuse-to-start';
import { openDb } from '@linework/db/db';
import { rewrapDataKeys } from '@linework/domain/secrets/rewrap-data-keys';
import { keyIdOf } from '@linework/systems/secret-keys/key-id';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { x25519Wrapper } from '@linework/systems/secret-keys/x25519-keys';
import { readKeysConfig } from './config.ts';

const statementTimeoutMs = 60_000;

try {
  const config = readKeysConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const newestId = keyIdOf(keys.newest);
  const db = openDb({ url: config.DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework rotate-secrets' });
  const { count, left } = await rewrapDataKeys(db, { newestId, wrapper: x25519Wrapper(createPublicKey(keys.newest)), unwrapper: keys });
  await db.close();
  console.log(`Moved ${count} data keys to the key ${newestId}.`);
  for (const { keyId, count: rest } of left) console.log(`Under the key ${keyId}: ${rest} data keys that do not open with what the file holds.`);
  process.exitCode = left.length === 0 ? 0 : 1;
} catch (error) {
  refuseToStart(error);
}
