import { readFile } from 'node:fs/promises';

/** The process ids of a PostgreSQL server, the postmaster's first: each session has one of its own. Linux only. */
export async function listPostgresProcesses(dataDir: string): Promise<readonly number[]> {
  const postmaster = Number((await readFile(`${dataDir}/postmaster.pid`, 'utf8')).split('\n')[0]);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/**
 * Stops every process of a PostgreSQL server where it stands, by SIGSTOP: connections stay open and nothing answers. Answers what
 * makes them go on.
 */
export async function pausePostgres(dataDir: string): Promise<() => void> {
  const paused = new Set<number>();
  // The postmaster stops first; what it has started meanwhile is found by the next look.
  for (let found = await listPostgresProcesses(dataDir); found.some((pid) => !paused.has(pid)); found = await listPostgresProcesses(dataDir)) {
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
    // It has ended meanwhile.
  }
}
