import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Log } from '@linework/log/log';

/**
 * The settings with which PostgreSQL keeps values of records out of its own log. By default it writes the values of a
 * row that breaks a constraint, and the parameters of a statement that it logs.
 */
const quietSettings = {
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;

const readSettingsStatement = statement(
  'read-log-settings',
  { names: 'text[]' },
  `SELECT name, setting
   FROM pg_settings
   WHERE name = ANY(:names)`,
).returns<{ readonly setting: string }>();

/** Lists the settings of a server that let numbers and names of people into its log. @internal */
export async function findLoudSettings(db: Pick<Db, 'query'>): Promise<readonly string[]> {
  const rows = await db.query(readSettingsStatement, {
    names: Object.keys(quietSettings),
  });
  return rows
    .filter(({ name, setting }) => setting !== quietSettings[name as keyof typeof quietSettings])
    .map(({ name, setting }) => `${name} = ${setting}`);
}

/**
 * Warns if the log of PostgreSQL shows what every other log masks. Only an administrator of the server can change that.
 */
export async function warnAboutLoggedValues(db: Pick<Db, 'query'>, log: Pick<Log, 'warn' | 'debug'>): Promise<void> {
  try {
    const settings = await findLoudSettings(db);
    if (settings.length > 0)
      log.warn(
        { settings },
        'the log of PostgreSQL has numbers and names of people in it; set log_error_verbosity and the others as ' +
          'docs/guides/deployment.md says',
      );
  } catch (error) {
    log.debug({ err: error }, 'could not read what PostgreSQL logs');
  }
}
