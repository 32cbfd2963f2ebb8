import type { localSettings } from './config.ts';

const helpFlags = ['--help', '-h'];
/** `npm run dev`: each program restarts when one of its sources changes. */
const watchFlag = '--watch';

/** Returns `help` or `watch`, or an error message for an unknown argument, or undefined without arguments. */
export function readArguments(args: readonly string[]): 'help' | 'watch' | { readonly error: string } | undefined {
  const unknown = args.find((arg) => arg !== watchFlag && !helpFlags.includes(arg));
  if (unknown !== undefined) return { error: `Unknown argument "${unknown}". Run "npm start -- --help" for the usage.` };
  if (args.some((arg) => helpFlags.includes(arg))) return 'help';
  return args.length > 0 ? 'watch' : undefined;
}

type SettingName = keyof typeof localSettings.shape;

/** The description of each setting in the help text. */
const meanings: Readonly<Record<SettingName, string>> = {
  LOCAL_FOLDER: 'folder for data, keys and demo.json (default: .local)',
  DATABASE_URL: 'an existing PostgreSQL database (default: start one)',
  REDIS_URL: 'Redis for the queues (default: queues in PostgreSQL)',
  PORT: 'port of the API (default: 3000, or a free port if 3000 is in use)',
  ADMIN_PORT: 'port of the API for queues and metrics (default: 3001 or a free port)',
  WORKER_PORT: 'port of the worker for queues and metrics (default: 3002 or a free port)',
  NETWORK_PORT: 'port of the network simulator (default: 3010 or a free port)',
  PARTNERS_PORT: 'port of the partner simulator (default: 3011 or a free port)',
  RECEIVER_PORT: 'port of the webhook receiver (default: 3012 or a free port)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (default: info)',
};

const nameWidth = 16;

/** The output of `npm start -- --help`. */
export const help = `Usage: npm start [-- --help]
       npm run dev

Starts PostgreSQL, the simulators, the API and a worker on this machine, with demo data.
Writes the addresses and API keys to .local/demo.json and the logs to .local/*.log.
The screen shows warnings and errors; a pipe gets every log line. Press Ctrl-C to stop everything.
npm run dev does the same. It restarts a program when one of its sources changes, and a debugger can attach to each program.

Settings are environment variables, for example PORT=4000 npm start:

${Object.entries(meanings)
  .map(([name, meaning]) => `  ${name.padEnd(nameWidth)}${meaning}`)
  .join('\n')}

The API and the worker also get their own settings from the environment. docs/configuration.md lists them.
`;
