import type { Context, GlobalOptions } from '../command/context.ts';
import { writeRecords } from '../command/write-answer.ts';
import { CliError } from '../errors/cli-error.ts';
import { isReadableByOthers, profileFile, readProfiles, writeProfiles } from '../profiles/profile-file.ts';

/** The characters of a key that are shown, as the API does. */
const shownWidth = 8;

/** Lists the profiles, without their keys. */
export async function listProfiles(options: GlobalOptions, context: Context): Promise<void> {
  const { configFolder } = context.environment;
  const { current, profiles } = await readProfiles(configFolder);
  const rows = Object.entries(profiles).map(([name, { url, key }]) => ({
    name,
    current: name === current,
    url,
    key: `${key.slice(0, shownWidth)}…`,
  }));
  await writeRecords(rows, context, options);
  if (Object.keys(profiles).length === 0) context.note('There is no profile. Run "linework login".');
  if (await isReadableByOthers(configFolder))
    context.note(`Warning: others can read ${profileFile(configFolder)}. Run: chmod 600 ${profileFile(configFolder)}`);
}

/** Makes a profile the current one. */
export async function chooseProfile(name: string, context: Context): Promise<void> {
  const { configFolder } = context.environment;
  const { profiles } = await readProfiles(configFolder);
  if (!Object.hasOwn(profiles, name))
    throw new CliError(
      'failed',
      `There is no profile "${name}". There are: ${Object.keys(profiles).join(', ') || 'none'}.`,
    );
  await writeProfiles(configFolder, { current: name, profiles });
  context.note(`The current profile is "${name}".`);
}
