// Compares K and OPc of all SIMs, which only a worker can decrypt, and prints the ids of SIMs that share one. The exit code is 1 if there are any, or if
// SECRET_PRIVATE_KEYS_FILE cannot decrypt a secret. The program changes nothing.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { findSharedKeys } from '@linework/secrets/find-shared-keys';
import { createSecretOpener } from '@linework/secrets/open-sealed';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { readKeysConfig } from './config.ts';

const statementTimeoutMs = 60_000;

try {
  const config = readKeysConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const db = openDb({ url: config.DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework find-shared-keys' });
  const { count, unreadableIds, shared } = await findSharedKeys(db, createSecretOpener(keys));
  await db.close();
  console.log(`Compared the keys of ${count - unreadableIds.length} SIMs.`);
  for (const { name, resourceIds } of shared) console.log(`The same ${name}: ${resourceIds.join(', ')}`);
  if (unreadableIds.length > 0) console.log(`Not readable with the keys of the file: ${unreadableIds.join(', ')}`);
  process.exitCode = shared.length === 0 && unreadableIds.length === 0 ? 0 : 1;
} catch (error) {
  exitWithError(error);
}
