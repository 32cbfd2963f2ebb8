import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@linework/db/migrate';
import { migrationsOfRelease1, replacementOfRelease1 } from '@linework/db/replaced-migrations';
import { Client } from 'pg';

const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** Makes an empty database what release 1.0.0 left: its tables, and the names of its 43 migrations. */
export async function createDatabaseOfRelease1(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linework-migrations-'));
  await cp(join(migrations, replacementOfRelease1), join(folder, replacementOfRelease1), { recursive: true });
  await migrate(url, folder);
  await rm(folder, { recursive: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `WITH replaced AS (DELETE FROM _prisma_migrations)
       INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
       SELECT gen_random_uuid()::text, name, 'of 1.0.0', now(), 1
       FROM unnest($1::text[]) AS name`,
      [migrationsOfRelease1],
    );
  } finally {
    await client.end();
  }
}
