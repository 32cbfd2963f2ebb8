import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the command reads from its environment. Empty variables count as absent. */
export interface Environment {
  readonly apiKey: string | undefined;
  readonly url: string | undefined;
  readonly profile: string | undefined;
  /** The folder of the profiles. */
  readonly configFolder: string;
  /** The folder of positions and of interrupted imports. */
  readonly stateFolder: string;
  readonly noColor: boolean;
  readonly variables: NodeJS.ProcessEnv;
}

/** Reads the environment. The folders follow the XDG Base Directory Specification 0.8: relative paths are ignored. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const text = (name: string) => env[name] || undefined;
  const folder = (name: string, fallback: string) =>
    join(env[name]?.startsWith('/') ? env[name] : join(env['HOME'] || homedir(), fallback), 'linework');
  return {
    apiKey: text('LINEWORK_API_KEY'),
    url: text('LINEWORK_URL'),
    profile: text('LINEWORK_PROFILE'),
    configFolder: folder('XDG_CONFIG_HOME', '.config'),
    stateFolder: folder('XDG_STATE_HOME', '.local/state'),
    // https://no-color.org: any value that is not empty.
    noColor: Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb',
    variables: env,
  };
}
