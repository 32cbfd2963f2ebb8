import { readFileSync } from 'node:fs';

const helpFlags = ['--help', '-h'];
/** `npm run dev`: each program restarts when one of its sources changes. */
const watchFlag = '--watch';

/** Returns `help` or `watch`, or an error message for an unknown argument, or undefined without arguments. */
export function readArguments(args: readonly string[]): 'help' | 'watch' | { readonly error: string } | undefined {
  const unknown = args.find((arg) => arg !== watchFlag && !helpFlags.includes(arg));
  if (unknown !== undefined)
    return { error: `Unknown argument "${unknown}". Run "npm start -- --help" for the usage.` };
  if (args.some((arg) => helpFlags.includes(arg))) return 'help';
  return args.length > 0 ? 'watch' : undefined;
}

/** The output of `npm start -- --help`, which `scripts/run.mjs` shows without an installation. */
export const help = readFileSync(new URL('./help.txt', import.meta.url), 'utf8');
