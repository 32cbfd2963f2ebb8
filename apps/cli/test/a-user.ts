import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePackage } from '../src/pack/make-package.ts';
import { type Ended, type Run, runLinework, type StartOptions, startLinework } from './start-linework.ts';

/** A user of the packed command: the package in a folder of its own, with settings of its own. */
export interface User {
  readonly folder: string;
  /** The program of the package. */
  readonly file: string;
  run(words: readonly string[], options?: Omit<StartOptions, 'file' | 'folder'>): Promise<Ended>;
  start(words: readonly string[], options?: Omit<StartOptions, 'file' | 'folder'>): Run;
  remove(): void;
}

/** Makes the package as `npm run` does, and gives it to a new user. */
export async function aUser(): Promise<User> {
  const folder = mkdtempSync(join(tmpdir(), 'linework-user-'));
  const file = await makePackage(join(folder, 'package'));
  const complete = ({ settings, ...options }: StartOptions = {}): StartOptions => ({
    file,
    folder,
    settings: { HOME: folder, ...settings },
    ...options,
  });
  return {
    folder,
    file,
    run: (words, options) => runLinework(words, complete(options)),
    start: (words, options) => startLinework(words, complete(options)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
