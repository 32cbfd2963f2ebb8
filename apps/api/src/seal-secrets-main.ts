// Encrypts the secrets of SIMs that 1.0.0 stored in clear, while the other programs run. Afterwards the database rejects secrets among the attributes,
// so all programs of 1.0.0 must be stopped before. If the program is interrupted, start it again.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { cleanStoredResponses } from '@linework/secrets/clean-stored-responses';
import { sealAttributes } from '@linework/secrets/seal-attributes';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { readSealConfig } from './config.ts';

/** Finding the last of many millions of rows takes longer than the usual statement timeout. */
const statementTimeoutMs = 600_000;

try {
  const config = readSealConfig();
  const keyWrapper = readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', config.SECRET_PUBLIC_KEYS_FILE);
  const db = openDb({ url: config.DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework seal-secrets' });
  const sealed = await sealAttributes(db, keyWrapper);
  const cleaned = await cleanStoredResponses(db);
  await db.close();
  console.log(`Encrypted the secrets of ${sealed} resources, and cleaned ${cleaned} stored answers. Nothing is left in clear.`);
} catch (error) {
  exitWithError(error);
}
