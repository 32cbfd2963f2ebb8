// Applies the migrations to DATABASE_DIRECT_URL, or to DATABASE_URL without one. Run it before the programs of a
// release start.
import { exitWithError } from '@linework/config/exit-with-error';
import { readMigrateUrl } from './config.ts';
import { migrate } from './migrate.ts';

try {
  const applied = await migrate(readMigrateUrl());
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
} catch (error) {
  exitWithError(error);
}
