import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@linework/db/migrate';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { createEmptyDb } from '../src/create-test-db.ts';

const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/**
 * A database from before the migration whose name begins with `next`, and a connection to it. It is dropped after the
 * test.
 */
export async function aDatabaseBefore(next: string): Promise<{ readonly url: string; readonly client: Client }> {
  const { url, drop } = await createEmptyDb();
  const folder = await mkdtemp(join(tmpdir(), 'linework-migrations-'));
  for (const name of await readdir(migrations))
    if (name < next) await cp(join(migrations, name), join(folder, name), { recursive: true });
  await migrate(url, folder);
  await rm(folder, { recursive: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { url, client };
}
