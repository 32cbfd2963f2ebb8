import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How far the import of a file is. */
export interface ImportState {
  readonly file: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** The number of the next line to send, from 1. */
  readonly nextLine: number;
  /** The position of this line in the file. */
  readonly offset: number;
  /** All requests of the import have one id, with which it can be undone. Absent in a state of an earlier release. */
  readonly importId?: string;
  readonly imported: number;
  readonly rejected: number;
  /** When the newest resource of the pool was created, before these next rows were sent for the first time. */
  readonly newestAt?: string;
  /** The length of the file of wrong rows, and of the file of their errors, at this point. */
  readonly rejectedBytes: number;
  readonly errorBytes: number;
}

/** The file that keeps the state of an import: one for each file, API and pool. */
export function stateFile(stateFolder: string, parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  return join(stateFolder, 'imports', `${hash}.json`);
}

/** Reads the state of an import that was interrupted; undefined if there is none. */
export async function readState(file: string): Promise<ImportState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ImportState;
  } catch {
    return undefined;
  }
}

/** Writes the state atomically, so that a crash leaves the earlier one. */
export async function writeState(file: string, state: ImportState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export const removeState = (file: string): Promise<void> => rm(file, { force: true });
