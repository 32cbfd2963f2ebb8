import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;

/**
 * Makes something once for all processes of a test run, and returns its path. The process that creates the folder makes
 * it, and the others wait for its path.
 */
export async function makeOnce(folder: string, make: () => Promise<string>): Promise<string> {
  const result = `${folder}/file`;
  if (createFolder(folder)) {
    writeFileSync(`${result}.new`, await make());
    renameSync(`${result}.new`, result);
  }
  // A failure of the other process is a failure of its test; this one ends by its own time limit.
  while (!existsSync(result)) await sleep(pollMs);
  return readFileSync(result, 'utf8');
}

function createFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
