import { CliError, usageError } from '../errors/cli-error.ts';
import type { Environment } from './config.ts';
import type { Profiles } from './profile-file.ts';

/** Where requests go, and with which key. */
export interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  /** Where the address and the key come from, for `doctor` and for errors. */
  readonly source: string;
}

export interface ConnectionOptions {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
}

const defaultUrl = 'http://127.0.0.1:3000';

/**
 * Chooses the address and the key: an option, then the environment, then the profile. The key of a profile is sent to
 * the address of this profile only, so that a mistaken address never gets it.
 */
export function chooseConnection(
  { apiKey, url, profile }: Environment,
  { current, profiles }: Profiles,
  options: ConnectionOptions,
): Connection {
  const wanted = options.profile ?? profile;
  const name = wanted ?? current;
  const found = name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (wanted !== undefined && found === undefined) throw unknownProfile(wanted, profiles);
  const givenUrl = options.baseUrl ?? url;
  const address = parseAddress(givenUrl ?? found?.url ?? defaultUrl);
  if (apiKey !== undefined) return { url: address, key: apiKey, source: 'LINEWORK_API_KEY' };
  if (found !== undefined && parseAddress(found.url) === address)
    return { url: address, key: found.key, source: `profile ${name}` };
  const other = Object.entries(profiles).find(([, each]) => parseAddress(each.url) === address);
  if (other !== undefined) return { url: address, key: other[1].key, source: `profile ${other[0]}` };
  return { url: address, key: undefined, source: 'no profile' };
}

/** The error where a command needs a key and there is none. */
export const missingKey = (url: string): CliError =>
  new CliError(
    'noKey',
    `There is no API key for ${url}. Run "linework login", or set LINEWORK_API_KEY and LINEWORK_URL.`,
  );

function unknownProfile(name: string, profiles: Profiles['profiles']): CliError {
  const names = Object.keys(profiles);
  const remedy = names.length === 0 ? 'Run "linework login".' : `There are: ${names.join(', ')}.`;
  return usageError(`There is no profile "${name}". ${remedy}`);
}

/** Checks the address of an API and removes the slash at its end. */
export function parseAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    throw usageError(`"${text}" is no address of an API, such as https://linework.example.`);
  if (address.username || address.password)
    throw usageError('The address of an API must not have a user name or a password.');
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`;
}

/** Whether a key would cross a network unencrypted. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
