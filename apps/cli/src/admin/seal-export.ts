import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '@linework/config/config-error';
import { writeEvent } from '@linework/events/insert-event';
import { exportSecrets } from '@linework/move-in/export-secrets';
import { createSecretOpener } from '@linework/secrets/open-sealed';
import { readKeyWrapper, readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import type { Context } from '../command/context.ts';
import { secretsFile } from '../move-in/open-secrets.ts';
import { readPrivateKeyConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

interface SealOptions {
  readonly dir?: string;
  readonly receiverKey?: string;
}

/**
 * Adds the secrets of SIMs and the tokens of payment methods to an export, sealed for the receiver. Only a program with
 * the private keys can read them, so the API exports none.
 */
export async function sealExport({ dir, receiverKey }: SealOptions, context: Context): Promise<void> {
  if (dir === undefined || receiverKey === undefined)
    throw new ConfigError(['--dir must name the folder of the export, and --receiver-key the public key in PEM']);
  const config = readPrivateKeyConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const { brokerId } = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { readonly brokerId: string };
  let count = 0;
  await withDatabase({ url: config.DATABASE_URL, name: 'seal-export' }, async (db) => {
    // The audit has it before the first secret is read.
    await db.transaction((tx) =>
      writeEvent(tx, { type: 'broker.exported', id: brokerId, brokerId, keyId: null, details: { secrets: true } }),
    );
    const sealed = exportSecrets(db, brokerId, {
      openSealed: createSecretOpener(keys),
      wrapper: readKeyWrapper('--receiver-key', receiverKey),
    });
    async function* format(): AsyncGenerator<string> {
      for await (const page of sealed) {
        count += page.length;
        yield page.map((secret) => `${JSON.stringify(secret)}\n`).join('');
      }
    }
    await pipeline(Readable.from(format()), createWriteStream(secretsFile(dir), { mode: 0o600 }));
  });
  context.stdout.write(`Sealed the secrets of ${count} SIMs and payment methods for the receiver.\n`);
}
