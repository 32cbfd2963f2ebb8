import type { Context, GlobalOptions } from '../command/context.ts';
import { CliError } from '../errors/cli-error.ts';
import { readProfiles, withoutProfile, writeProfiles } from '../profiles/profile-file.ts';

/** Removes a profile with its key. The key itself stays valid until it is revoked. */
export async function logOut({ profile }: GlobalOptions, context: Context): Promise<void> {
  const { configFolder, profile: wanted } = context.environment;
  const stored = await readProfiles(configFolder);
  const name = profile ?? wanted ?? stored.current;
  if (name === undefined || !Object.hasOwn(stored.profiles, name))
    throw new CliError('failed', name === undefined ? 'There is no profile.' : `There is no profile "${name}".`);
  const left = withoutProfile(stored, name);
  await writeProfiles(configFolder, left);
  const next = left.current === undefined ? '' : ` The current profile is "${left.current}".`;
  context.note(
    `Removed the profile "${name}". Its key stays valid; revoke it with "linework api-keys revoke ID".${next}`,
  );
}
