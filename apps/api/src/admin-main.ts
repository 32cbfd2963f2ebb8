// Creates the first operator's key and the first broker, before a key for the API exists. `--help` lists the commands.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { help, isHelpRequest, readCommand } from './admin/read-command.ts';
import { requireTables } from './admin/require-tables.ts';
import { readAdminConfig } from './config.ts';

const words = process.argv.slice(2);

try {
  if (isHelpRequest(words)) process.stdout.write(help());
  else await perform();
} catch (error) {
  exitWithError(error, 'linework');
}

async function perform(): Promise<void> {
  const run = readCommand(words);
  const db = openDb({ url: readAdminConfig().DATABASE_URL, poolSize: 1, applicationName: 'linework admin' });
  await requireTables(db);
  const { value, note } = await run(db);
  await db.close();
  // Standard output contains only the value, so that a script can read it.
  process.stderr.write(`${note}\n`);
  process.stdout.write(`${value}\n`);
}
