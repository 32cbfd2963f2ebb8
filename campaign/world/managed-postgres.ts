import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { listPostgresProcesses, pausePostgres } from '@linework/testing/processes/pause-postgres';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { Client } from 'pg';

export interface ManagedPostgres {
  readonly url: string;
  /**
   * Kills the server: with SIGQUIT like its `immediate` stop, or with SIGKILL like a crash of the machine. Resolves
   * when all its processes are gone.
   */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Freezes all its processes for this time: connections stay open, and the server does not respond. */
  pause(forMs: number): Promise<void>;
  /** Starts it again with its data. */
  start(): Promise<void>;
  /** Ends every session except its own. Returns their number. */
  endSessions(): Promise<number>;
  stop(): Promise<void>;
}

/** Production settings: every commit is on the disk before it is acknowledged. */
const settings = { max_connections: '200', fsync: 'on', synchronous_commit: 'on' };

/** Starts a PostgreSQL that keeps its folder and its port over restarts. */
export async function startManagedPostgres(dataDir: string): Promise<ManagedPostgres> {
  const port = await findFreePort();
  const start = () => startEmbeddedPostgres({ dataDir, port, settings });
  let server = await start();
  const { url } = server;

  return {
    url,
    async crash(signal) {
      const processes = await listPostgresProcesses(dataDir);
      process.kill(processes[0] as number, signal);
      await waitUntil('all processes of PostgreSQL have exited', () => !processes.some(isAlive));
    },
    async pause(forMs) {
      const resume = await pausePostgres(dataDir);
      await sleep(forMs).finally(resume);
    },
    async start() {
      server = await start();
    },
    endSessions: () => endSessions(url),
    stop: () => server.stop(),
  };
}

async function endSessions(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid)
       FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
