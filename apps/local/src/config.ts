import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readApiConfig } from '@linework/api/config';
import { ConfigError } from '@linework/config/config-error';
import { readConfig } from '@linework/config/read-config';
import { logLevel, port, url } from '@linework/config/settings';
import { readWorkerConfig } from '@linework/worker/config';
import { z } from 'zod';

const ports = ['PORT', 'ADMIN_PORT', 'WORKER_PORT', 'NETWORK_PORT', 'PARTNERS_PORT', 'RECEIVER_PORT'] as const;

export type PortName = (typeof ports)[number];

export const localSettings = z.object({
  LOCAL_FOLDER: z
    .string()
    .default(fileURLToPath(new URL('../../../.local', import.meta.url)))
    .transform((folder) => resolve(folder))
    .describe('Folder for data, keys and demo.json. Without it `.local`.'),
  DATABASE_URL: url('postgresql', 'postgres')
    .optional()
    .describe('Address of the PostgreSQL database (version 15 or newer).'),
  REDIS_URL: url('redis', 'rediss')
    .optional()
    .describe(
      'Address of the Redis that holds the queues; its eviction policy must be `noeviction`. Without it the ' +
        'queues are in PostgreSQL.',
    ),
  PORT: port(3000).describe('Port of the program.'),
  ADMIN_PORT: port(3001).describe('Port for queues, metrics and health. For operators only.'),
  WORKER_PORT: port(3002).describe('Port for queues, metrics and health of the worker.'),
  NETWORK_PORT: port(3010).describe('Port of the network simulator.'),
  PARTNERS_PORT: port(3011).describe('Port of the partner simulator.'),
  RECEIVER_PORT: port(3012).describe('Port of the webhook receiver.'),
  LOG_LEVEL: logLevel.describe(
    'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
});

export type Config = z.infer<typeof localSettings> & {
  /** The ports that the environment sets. If one of them is in use, nothing starts. */
  readonly chosenPorts: readonly PortName[];
};

/** `npm start` runs with its own simulators, so it is never in production mode, whatever NODE_ENV the shell has. */
const ownSettings = { NODE_ENV: 'development' };

/**
 * Reads the settings of `npm start`. Raises `ConfigError` with all errors at once, also those of the programs that it
 * starts.
 */
export function readLocalConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // This program chooses the addresses later, when all other settings are valid.
  const chosen = {
    ...(env['DATABASE_URL_FILE'] === undefined && { DATABASE_URL: 'postgresql://127.0.0.1' }),
    ...env,
    ...ownSettings,
    PUBLIC_URL: undefined,
  };
  const own = configOrErrors(() => readConfig(localSettings, env));
  const others = [configOrErrors(() => readApiConfig(chosen)), configOrErrors(() => readWorkerConfig(chosen))];
  const errors = [own, ...others].flatMap((read) => ('errors' in read ? read.errors : findSharedPorts(read.config)));
  if ('errors' in own || errors.length > 0) throw new ConfigError([...new Set(errors)]);
  return { ...own.config, chosenPorts: ports.filter((name) => (env[name] ?? env[`${name}_FILE`] ?? '') !== '') };
}

function configOrErrors<Read extends object>(
  read: () => Read,
): { readonly config: Read } | { readonly errors: readonly string[] } {
  try {
    return { config: read() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { errors: error.errors };
  }
}

/** Finds two programs with the same port. Port 0 means any free port. */
function findSharedPorts(config: Partial<Record<PortName, number>>): readonly string[] {
  return ports.flatMap((name, index) => {
    const conflicting = ports
      .slice(0, index)
      .find((other) => config[other] !== undefined && config[other] !== 0 && config[other] === config[name]);
    return conflicting === undefined ? [] : [`${name} is the same as ${conflicting}`];
  });
}

/** The API shows the key of the demo at /docs only if nobody else can reach it. */
export const isOnlyLocal = (env: NodeJS.ProcessEnv = process.env): boolean =>
  ['', '127.0.0.1', '::1', 'localhost'].includes(env['HOST'] ?? '');

/** Builds the environment of a started program: the own environment and the chosen values. */
export function buildEnvironment(chosen: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // A value that was read from a file is passed on as a value only, because a program rejects both forms at once.
  const inherited = Object.entries(process.env).filter(([name]) => !(name.replace(/_FILE$/, '') in chosen));
  return { ...Object.fromEntries(inherited), ...ownSettings, ...chosen };
}
