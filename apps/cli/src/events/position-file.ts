import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What `listen` keeps between two runs for one API and one address. */
export interface ListenState {
  /** Every event up to this position was forwarded. */
  readonly position?: number;
  /** The secret of the signatures, the same in every run, so that a receiver is configured once. */
  readonly secret: string;
}

/** The file of the state for an API and an address. */
export const listenFile = (stateFolder: string, parts: readonly string[]): string =>
  join(stateFolder, 'listen', `${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}.json`);

const secretBytes = 24;

/** Reads the state, with a new secret at the first run. */
export async function readListenState(file: string): Promise<ListenState> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ListenState;
  } catch {
    return { secret: `whsec_${randomBytes(secretBytes).toString('base64')}` };
  }
}

/** Writes the state atomically. Only its owner may read it, because of the secret. */
export async function writeListenState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
