import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 200;
/** A lock without a process is being written, unless it is older. */
const writingMs = 5_000;

/**
 * Runs the work while no other process does. The lock is a file with the ids of the process and of the programs that it
 * starts. It holds until all of them have ended: if a start is killed, its `npm ci` may live on, and a second one in
 * the same folder would leave an incomplete `node_modules`. `work` gets a function that adds a program.
 */
export async function withLock(file, work) {
  await mkdir(dirname(file), { recursive: true });
  await acquire(file);
  try {
    return await work((pid) => appendFile(file, `${pid}\n`));
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file) {
  let said = false;
  while (!(await create(file))) {
    const holder = await findHolder(file);
    if (holder === undefined) continue;
    if (!said) process.stdout.write(`Another process prepares this folder (process ${holder}). Waiting for it.\n`);
    said = true;
    await sleep(pollMs);
  }
}

const create = (file) =>
  writeFile(file, `${process.pid}\n`, { flag: 'wx' }).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/** Returns the id of a process that holds the lock. A lock whose processes have all ended is removed. */
async function findHolder(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const pids = text.split('\n').filter(Boolean).map(Number);
  const alive = pids.find(isAlive);
  if (alive !== undefined) return alive;
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (pids.length === 0 && age < writingMs) return 'unknown';
  // Two processes may see the same old lock. The one that finds a newer one under its name puts it back.
  const own = `${file}.${process.pid}`;
  await rename(file, own).catch(() => undefined);
  if ((await readFile(own, 'utf8').catch(() => text)) === text) await rm(own, { force: true });
  else await rename(own, file);
  return undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
