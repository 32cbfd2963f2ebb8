import { readFile } from 'node:fs/promises';

/** Lists the process ids of a PostgreSQL server, the postmaster first. Each session has its own process. Linux only. */
export async function listPostgresProcesses(dataDir: string): Promise<readonly number[]> {
  const postmaster = Number((await readFile(`${dataDir}/postmaster.pid`, 'utf8')).split('\n')[0]);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/**
 * Suspends every process of a PostgreSQL server by SIGSTOP: connections stay open, but the server does not respond.
 * Returns the function that resumes them.
 */
export async function pausePostgres(dataDir: string): Promise<() => void> {
  const paused = new Set<number>();
  // The postmaster is suspended first. The next loop finds the processes that it started before.
  for (
    let found = await listPostgresProcesses(dataDir);
    found.some((pid) => !paused.has(pid));
    found = await listPostgresProcesses(dataDir)
  ) {
    for (const pid of found) {
      signalProcess(pid, 'SIGSTOP');
      paused.add(pid);
    }
  }
  return () => {
    for (const pid of paused) signalProcess(pid, 'SIGCONT');
  };
}

function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
