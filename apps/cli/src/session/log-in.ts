import { isApiKey } from '@linework/auth/api-key';
import { describeError } from '../api/describe-error.ts';
import { openApi } from '../api/open-api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { isUnencrypted, parseAddress } from '../profiles/choose-connection.ts';
import { isProfileName, profileFile, readProfiles, withProfile, writeProfiles } from '../profiles/profile-file.ts';
import { readKey } from '../profiles/read-key.ts';

interface LoginOptions extends GlobalOptions {
  readonly verify: boolean;
}

/** Stores an address and its key as a profile, and makes it the current one. */
export async function logIn(
  { profile, baseUrl, verify, debug = false }: LoginOptions,
  context: Context,
): Promise<void> {
  const { environment, stdin, stderr } = context;
  const stored = await readProfiles(environment.configFolder);
  const name = profile ?? environment.profile ?? stored.current ?? 'default';
  if (!isProfileName(name))
    throw usageError('The name of a profile has up to 64 letters, digits, dots, underscores and hyphens.');
  const given = baseUrl ?? environment.url ?? stored.profiles[name]?.url;
  if (given === undefined) throw usageError('The address is missing: add --base-url https://linework.example.');
  const url = parseAddress(given);
  if (isUnencrypted(url))
    context.note(`Warning: ${url} is not encrypted, so the key can be read on its way. Use https.`);
  const key = await readKey(stdin, stderr, `API key for ${url} (it is not shown): `);
  if (!isApiKey(key))
    throw new CliError(
      'noKey',
      'This is no API key: a key begins with "lw_" and ends with 49 letters and digits. It may be incomplete.',
    );
  if (verify) await verifyKey(url, key, { context, debug });
  await writeProfiles(environment.configFolder, withProfile(stored, name, { url, key }));
  context.note(`Logged in to ${url} as the profile "${name}", stored in ${profileFile(environment.configFolder)}.`);
}

/** A valid key gets an answer or lacks a scope. Any other answer means that the profile would not work. */
async function verifyKey(
  url: string,
  key: string,
  { context, debug }: { readonly context: Context; readonly debug: boolean },
): Promise<void> {
  const api = openApi({ url, key, signal: context.signal, ...(debug && { trace: context.note }) });
  try {
    await api.request('GET', '/order-types');
  } catch (thrown) {
    const error = describeError(thrown);
    if (error instanceof CliError && error.exit === 'notAllowed') return;
    if (error instanceof CliError && error.exit === 'noKey')
      throw new CliError('noKey', `${url} does not accept this key. Nothing was stored.`, { cause: thrown });
    if (error instanceof CliError)
      throw new CliError(
        error.exit,
        `${error.message} Nothing was stored; --no-verify stores the key without a check.`,
        error,
      );
    throw error;
  }
}
