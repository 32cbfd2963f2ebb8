import { readConfig } from '@linework/config/read-config';
import { logLevel, port, url } from '@linework/config/settings';
import { z } from 'zod';

const settings = z.object({
  DATABASE_URL: url('postgresql', 'postgres').optional(),
  REDIS_URL: url('redis', 'rediss').optional(),
  PORT: port(3000),
  ADMIN_PORT: port(3001),
  WORKER_PORT: port(3002),
  NETWORK_PORT: port(3010),
  PARTNERS_PORT: port(3011),
  LOG_LEVEL: logLevel,
});

export type Config = z.infer<typeof settings>;

/** The settings of `npm start`. Raises `ConfigError` with every fault at once. */
export const readLocalConfig = (env: NodeJS.ProcessEnv = process.env): Config => readConfig(settings, env);

/** What the programs that are started get: what this one was given, and the addresses it chose. */
export const environmentOf = (chosen: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, ...chosen });
