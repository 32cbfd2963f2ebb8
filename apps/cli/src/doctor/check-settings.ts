import { type Connection, isUnencrypted } from '../profiles/choose-connection.ts';
import type { Environment } from '../profiles/config.ts';
import { isReadableByOthers, profileFile } from '../profiles/profile-file.ts';
import { type Check, failed, ok, warning } from './check.ts';

/** Checks where the address and the key come from, and who can read them. */
export async function checkSettings(
  { configFolder }: Environment,
  { url, key, source }: Connection,
): Promise<readonly Check[]> {
  const file = profileFile(configFolder);
  return [
    key === undefined
      ? failed('settings', `no key for ${url}`, 'Run "linework login", or set LINEWORK_API_KEY and LINEWORK_URL.')
      : ok('settings', `${url} with the key ${key.slice(0, 8)}… from ${source}`),
    ...(isUnencrypted(url)
      ? [warning('encryption', 'the key crosses the network in clear', 'Use an https address.')]
      : []),
    ...((await isReadableByOthers(configFolder))
      ? [failed('profiles', `other users can read ${file}`, `Run: chmod 600 ${file}`)]
      : []),
  ];
}
