import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { z } from 'zod';

export const migrateSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres') });

/** The settings of `migrate-main`. Throws a `ConfigError` that lists all errors. */
export const readMigrateConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof migrateSettings> =>
  readConfig(migrateSettings, env);

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
