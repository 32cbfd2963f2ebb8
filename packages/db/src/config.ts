import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { z } from 'zod';

export const directUrl = url('postgresql', 'postgres')
  .optional()
  .describe(
    'Address of PostgreSQL itself, if DATABASE_URL leads to a connection pooler. Migrations, the queues in ' +
      'PostgreSQL and imports use it.',
  );

/** @internal */
export const migrateSettings = z.object({
  DATABASE_URL: url('postgresql', 'postgres'),
  DATABASE_DIRECT_URL: directUrl,
});

/** The address for the migrations, which hold a lock of their session. Throws a `ConfigError` that lists all errors. */
export function readMigrateUrl(env: NodeJS.ProcessEnv = process.env): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = readConfig(migrateSettings, env);
  return DATABASE_DIRECT_URL;
}

/** A URL with the name and the password of a role. */
const roleUrl = url('postgresql', 'postgres').refine((text) => {
  const { username, password } = URL.parse(text) ?? {};
  return Boolean(username) && Boolean(password);
}, 'must have a user name and a password');

export const rolesSettings = z.object({
  ADMIN_DATABASE_URL: url('postgresql', 'postgres').describe('Address with the name and password of a superuser.'),
  OWNER_DATABASE_URL: roleUrl.describe('Address with the name and password that the owner role gets.'),
  APPLICATION_DATABASE_URL: roleUrl.describe('Address with the name and password that the role of the programs gets.'),
});

/** The settings of `create-roles-main`. Throws a `ConfigError` that lists all errors. */
export const readRolesConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof rolesSettings> =>
  readConfig(rolesSettings, env);
