import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readApiConfig } from '@linework/api/config';
import { ConfigError } from '@linework/config/config-error';
import { readConfig } from '@linework/config/read-config';
import { logLevel, port, url } from '@linework/config/settings';
import { readWorkerConfig } from '@linework/worker/config';
import { z } from 'zod';

const ports = ['PORT', 'ADMIN_PORT', 'WORKER_PORT', 'NETWORK_PORT', 'PARTNERS_PORT'] as const;

export type PortName = (typeof ports)[number];

export const localSettings = z.object({
  LOCAL_FOLDER: z
    .string()
    .default(fileURLToPath(new URL('../../../.local', import.meta.url)))
    .transform((folder) => resolve(folder)),
  DATABASE_URL: url('postgresql', 'postgres').optional(),
  REDIS_URL: url('redis', 'rediss').optional(),
  PORT: port(3000),
  ADMIN_PORT: port(3001),
  WORKER_PORT: port(3002),
  NETWORK_PORT: port(3010),
  PARTNERS_PORT: port(3011),
  LOG_LEVEL: logLevel,
});

export type Config = z.infer<typeof localSettings> & {
  /** The ports that somebody has set: a program gets exactly this one, or nothing starts. */
  readonly chosenPorts: readonly PortName[];
};

/** `npm start` is no production system, whatever the shell says: it works with the simulators that it starts. */
const ownSettings = { NODE_ENV: 'development' };

/** The settings of `npm start`. Raises `ConfigError` with every fault at once, those of the programs that it starts among them. */
export function readLocalConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // Where they are is for this program to choose, once it knows that nothing else is wrong.
  const chosen = { ...(env['DATABASE_URL_FILE'] === undefined && { DATABASE_URL: 'postgresql://127.0.0.1' }), ...env, ...ownSettings, PUBLIC_URL: undefined };
  const own = configOrErrors(() => readConfig(localSettings, env));
  const others = [configOrErrors(() => readApiConfig(chosen)), configOrErrors(() => readWorkerConfig(chosen))];
  const errors = [own, ...others].flatMap((read) => ('errors' in read ? read.errors : findSharedPorts(read.config)));
  if ('errors' in own || errors.length > 0) throw new ConfigError([...new Set(errors)]);
  return { ...own.config, chosenPorts: ports.filter((name) => (env[name] ?? env[`${name}_FILE`] ?? '') !== '') };
}

function configOrErrors<Read extends object>(read: () => Read): { readonly config: Read } | { readonly errors: readonly string[] } {
  try {
    return { config: read() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { errors: error.errors };
  }
}

/** Two programs that were given the same port; 0 is any that is free. */
function findSharedPorts(config: Partial<Record<PortName, number>>): readonly string[] {
  return ports.flatMap((name, index) => {
    const conflicting = ports.slice(0, index).find((other) => config[other] !== undefined && config[other] !== 0 && config[other] === config[name]);
    return conflicting === undefined ? [] : [`${name} is the same as ${conflicting}`];
  });
}

/** What the programs that are started get: what this one was given, and the addresses it chose. */
export function buildEnvironment(chosen: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // What was read from a file here is given as a value there, and not in both ways.
  const given = Object.entries(process.env).filter(([name]) => !(name.replace(/_FILE$/, '') in chosen));
  return { ...Object.fromEntries(given), ...ownSettings, ...chosen };
}
