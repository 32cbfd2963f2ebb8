// Applies the migrations to DATABASE_URL. Run it before the programs of a release start.
import { exitWithError } from '@linework/config/exit-with-error';
import { readMigrateConfig } from './config.ts';
import { migrate } from './migrate.ts';

try {
  const applied = await migrate(readMigrateConfig().DATABASE_URL);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
} catch (error) {
  exitWithError(error);
}
