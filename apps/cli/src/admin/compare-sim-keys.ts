import { findSharedKeys } from '@linework/secrets/find-shared-keys';
import { createSecretOpener } from '@linework/secrets/open-sealed';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import type { Context } from '../command/context.ts';
import { readPrivateKeyConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

/**
 * Compares K and OPc of all SIMs, which only a worker can decrypt, and prints the ids of SIMs that share one. It
 * changes nothing.
 */
export async function compareSimKeys(context: Context): Promise<void> {
  const config = readPrivateKeyConfig();
  const keys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const found = await withDatabase({ url: config.DATABASE_URL, name: 'find-shared-keys' }, (db) =>
    findSharedKeys(db, createSecretOpener(keys)),
  );
  const { count, unreadableIds, shared } = found;
  const lines = [
    `Compared the keys of ${count - unreadableIds.length} SIMs.`,
    ...shared.map(({ name, resourceIds }) => `The same ${name}: ${resourceIds.join(', ')}`),
    ...(unreadableIds.length > 0 ? [`Not readable with the keys of the file: ${unreadableIds.join(', ')}`] : []),
  ];
  context.stdout.write(`${lines.join('\n')}\n`);
  if (shared.length > 0 || unreadableIds.length > 0) context.setExitCode(1);
}
