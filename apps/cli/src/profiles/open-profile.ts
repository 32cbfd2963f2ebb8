import type { Api } from '../api/api.ts';
import { openApi } from '../api/open-api.ts';
import { type ConnectionOptions, chooseConnection, missingKey } from './choose-connection.ts';
import type { Environment } from './config.ts';
import { withShortIds } from './known-ids.ts';
import { readProfiles } from './profile-file.ts';

interface ProfileOptions extends ConnectionOptions {
  readonly debug?: boolean | undefined;
}

interface ProfilePorts {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Writes what `--debug` shows. */
  readonly note: (sentence: string) => void;
}

/** Opens the API of the chosen profile. Throws if there is no key. */
export async function openProfile(options: ProfileOptions, { environment, signal, note }: ProfilePorts): Promise<Api> {
  const { url, key } = chooseConnection(environment, await readProfiles(environment.configFolder), options);
  if (key === undefined) throw missingKey(url);
  const api = openApi({ url, key, signal, ...(options.debug && { trace: note }) });
  return withShortIds(api, environment.stateFolder);
}
