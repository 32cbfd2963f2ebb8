import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** Whether this server has reported that it accepts connections. */
export async function isPostmasterReady(dataDir: string, pid: number): Promise<boolean> {
  const postmaster = await readPostmaster(dataDir);
  return postmaster?.pid === pid && postmaster.status === 'ready';
}

/**
 * Deletes the file of a killed server. PostgreSQL does not start while any process has the id in this file. After a
 * reboot or in a new container the id often belongs to another program. Throws if a server really uses the directory.
 */
export async function removeStalePostmaster(dataDir: string): Promise<void> {
  const postmaster = await readPostmaster(dataDir);
  if (!postmaster) return;
  if (isAlive(postmaster.pid) && (await isListening(postmaster.port))) {
    throw new Error(
      `${dataDir} is in use by the PostgreSQL with process id ${postmaster.pid}; stop the program that started it ` +
        'first.',
    );
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
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy().destroyed));
    socket.once('error', () => resolve(false));
  });
}
