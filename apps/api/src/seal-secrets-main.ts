// Moves the secrets of SIMs that stand in clear, because they were written before there were secrets, to where they are encrypted, while everything
// goes on. From then on the database refuses them among attributes: all programs of the release before have to be stopped. Broken off, it is started again.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { cleanStoredResponses } from '@linework/domain/secrets/clean-stored-responses';
import { sealAttributes } from '@linework/domain/secrets/seal-attributes';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { readSealConfig } from './config.ts';

/** To find the last of many millions takes longer than any statement of a program that serves somebody may. */
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
