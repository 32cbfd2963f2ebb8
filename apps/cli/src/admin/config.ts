import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { z } from 'zod';

const databaseSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres') });
const queueSettings = databaseSettings.extend({ REDIS_URL: url('redis', 'rediss').optional() });
const publicKeySettings = databaseSettings.extend({ SECRET_PUBLIC_KEYS_FILE: z.string() });
const privateKeySettings = databaseSettings.extend({ SECRET_PRIVATE_KEYS_FILE: z.string() });

/**
 * The settings of the programs that only need the database. Throws a `ConfigError` that lists all errors, as the others
 * here do.
 */
export const readDatabaseConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof databaseSettings> =>
  readConfig(databaseSettings, env);

/** The settings of `doctor`. */
export const readQueueConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof queueSettings> =>
  readConfig(queueSettings, env);

/** The settings of `seal-secrets`. */
export const readPublicKeyConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof publicKeySettings> =>
  readConfig(publicKeySettings, env);

/** The settings of programs that only read secrets and wrap their keys. */
export const readPrivateKeyConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof privateKeySettings> =>
  readConfig(privateKeySettings, env);
