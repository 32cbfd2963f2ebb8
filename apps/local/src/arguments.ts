import type { localSettings } from './config.ts';

const helpFlags = ['--help', '-h'];

/** Whether the arguments ask for help, or what is wrong with them as a sentence; undefined where there are none. */
export function readArguments(args: readonly string[]): 'help' | { readonly error: string } | undefined {
  const unknown = args.find((arg) => !helpFlags.includes(arg));
  if (unknown !== undefined) return { error: `npm start does not know the argument "${unknown}". "npm start -- --help" shows what it knows.` };
  return args.length > 0 ? 'help' : undefined;
}

type SettingName = keyof typeof localSettings.shape;

/** What each setting is for. */
const meanings: Readonly<Record<SettingName, string>> = {
  LOCAL_FOLDER: 'where data, keys and demo.json are kept; .local without it',
  DATABASE_URL: 'a PostgreSQL of your own; without it one is started',
  REDIS_URL: 'a Redis for the queues; without it they are in PostgreSQL',
  PORT: 'port of the interface; 3000, or a free one where 3000 is in use',
  ADMIN_PORT: 'port of queues and metrics of the API; 3001, likewise',
  WORKER_PORT: 'port of queues and metrics of the worker; 3002, likewise',
  NETWORK_PORT: 'port of the network simulator; 3010, likewise',
  PARTNERS_PORT: 'port of the simulated partners; 3011, likewise',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent; info',
};

const widthOfNames = 16;

/** What `npm start -- --help` prints. */
export const help = `Usage: npm start [-- --help]

Starts PostgreSQL, the simulators, the API and a worker on this machine, with demo data. Ctrl-C stops all of them.
The addresses and keys are printed and written to .local/demo.json.

Settings are environment variables, as in PORT=4000 npm start:

${Object.entries(meanings)
  .map(([name, meaning]) => `  ${name.padEnd(widthOfNames)}${meaning}`)
  .join('\n')}

README.md lists the settings of the API and the worker, which are passed on.
`;
