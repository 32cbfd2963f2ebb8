import { cleanStoredResponses } from '@linework/secrets/clean-stored-responses';
import { sealAttributes } from '@linework/secrets/seal-attributes';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import type { Context } from '../command/context.ts';
import { readPublicKeyConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

const statementTimeoutMs = 600_000;

/**
 * Encrypts the secrets of SIMs that 1.0.0 stored in clear, while the other programs run. Afterwards the database
 * rejects secrets among the attributes, so all programs of 1.0.0 must be stopped before. If it is interrupted, start it
 * again.
 */
export async function sealSecrets(context: Context): Promise<void> {
  const config = readPublicKeyConfig();
  const keyWrapper = readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', config.SECRET_PUBLIC_KEYS_FILE);
  await withDatabase({ url: config.DATABASE_URL, name: 'seal-secrets', statementTimeoutMs }, async (db) => {
    const sealed = await sealAttributes(db, keyWrapper);
    const cleaned = await cleanStoredResponses(db);
    context.stdout.write(
      `Encrypted the secrets of ${sealed} resources, and cleaned ${cleaned} stored answers. Nothing is left in ` +
        `clear.\n`,
    );
  });
}
