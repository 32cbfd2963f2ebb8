// Makes a key with every scope and prints it: the first key of a new installation, from which the interface makes the others.
import { scopes } from '@linework/auth/scopes';
import { refuseToStart } from '@linework/config/refuse-to-start';
import { openDb } from '@linework/db/db';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { readApiConfig } from './config.ts';

try {
  const db = openDb({ url: readApiConfig().DATABASE_URL, poolSize: 1, applicationName: 'linework make-operator-key' });
  const { key } = await createApiKey(db, { name: process.argv[2] ?? 'operator', scopes });
  await db.close();
  process.stdout.write(`${key}\n`);
} catch (error) {
  refuseToStart(error);
}
