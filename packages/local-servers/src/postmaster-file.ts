import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** Whether this very server has written that it takes connections. */
export async function isPostmasterReady(dataDir: string, pid: number): Promise<boolean> {
  const postmaster = await readPostmaster(dataDir);
  return postmaster?.pid === pid && postmaster.status === 'ready';
}

/**
 * Clears away what a killed server left behind. PostgreSQL itself refuses to start while any process at all has the number written there, which after a
 * reboot or in a fresh container is often somebody else. Throws when a server really is at work in the directory.
 */
export async function removeStalePostmaster(dataDir: string): Promise<void> {
  const postmaster = await readPostmaster(dataDir);
  if (!postmaster) return;
  if (isAlive(postmaster.pid) && (await isListening(postmaster.port))) {
    throw new Error(`${dataDir} is in use by the PostgreSQL with process id ${postmaster.pid}; stop what started it first.`);
  }
  await rm(`${dataDir}/postmaster.pid`, { force: true });
}

async function readPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(`${dataDir}/postmaster.pid`, 'utf8').catch(() => '');
  // Line by line: process id, data directory, start time, port, socket directory, address, shared memory, status.
  const [pid, , , port, , , , status = ''] = text.split('\n');
  return pid ? { pid: Number(pid), port: Number(port), status: status.trim() } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => settle(socket.destroy().destroyed));
    socket.once('error', () => settle(false));
  });
}
