import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';

/** One installation of Linework and the key to use there. */
export interface Profile {
  readonly url: string;
  readonly key: string;
}

export interface Profiles {
  /** The profile that is used where none is named. */
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const noProfiles: Profiles = { current: undefined, profiles: {} };
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const othersBits = 0o077;

/** The file of the profiles in a folder of settings. */
export const profileFile = (configFolder: string): string => join(configFolder, 'profiles.json');

/** Whether a text can name a profile. */
export const isProfileName = (name: string): boolean => namePattern.test(name);

/** Reads the profiles. Without a file there are none. */
export async function readProfiles(configFolder: string): Promise<Profiles> {
  const file = profileFile(configFolder);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CliError('failed', `The file of the profiles cannot be read (${error.code}): ${file}.`, { cause: error });
  });
  return text === undefined ? noProfiles : parseProfiles(text, file);
}

function parseProfiles(text: string, file: string): Profiles {
  const broken = () =>
    new CliError(
      'failed',
      `The file of the profiles is broken: ${file}. Delete it, and log in again with "linework login".`,
    );
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw broken();
  }
  const { current, profiles } = (typeof content === 'object' && content !== null ? content : {}) as Partial<
    Record<'current' | 'profiles', unknown>
  >;
  if (typeof profiles !== 'object' || profiles === null || !Object.values(profiles).every(isProfile)) throw broken();
  return {
    current: typeof current === 'string' ? current : undefined,
    profiles: profiles as Readonly<Record<string, Profile>>,
  };
}

function isProfile(value: unknown): value is Profile {
  const { url, key } = (value ?? {}) as Partial<Record<'url' | 'key', unknown>>;
  return typeof url === 'string' && typeof key === 'string';
}

/** Writes the profiles atomically. Only the owner may read the file, because it has keys. */
export async function writeProfiles(configFolder: string, profiles: Profiles): Promise<void> {
  await mkdir(configFolder, { recursive: true, mode: ownerOnlyFolder });
  const file = profileFile(configFolder);
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: ownerOnly });
  // The mode of a file that an interrupted run left behind stays as it was.
  await chmod(fresh, ownerOnly);
  await rename(fresh, file);
}

/** Whether others than its owner may use the file of the profiles. Windows has no such modes. */
export async function isReadableByOthers(configFolder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(profileFile(configFolder)).catch(() => undefined);
  return found !== undefined && (found.mode & othersBits) !== 0;
}

/** Adds or replaces a profile and makes it the current one. */
export const withProfile = ({ profiles }: Profiles, name: string, profile: Profile): Profiles => ({
  current: name,
  profiles: { ...profiles, [name]: profile },
});

/** Removes a profile. Another one becomes current if it was. */
export function withoutProfile({ current, profiles }: Profiles, name: string): Profiles {
  const left = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name));
  return { current: current === name ? Object.keys(left)[0] : current, profiles: left };
}
