import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { installIfMissing } from './install-if-missing.ts';
import { stopServer } from './stop-server.ts';
import { stopWithThisProcess } from './stop-with-this-process.ts';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
}

export interface RedisServerOptions {
  /** The default is a free port. Pass the port of an ended server to start again on it. */
  readonly port?: number;
  /** Further flags of redis-server, such as `['--maxmemory', '2mb']`. */
  readonly flags?: readonly string[];
}

/**
 * Starts a real, empty Redis without eviction on the loopback address. It ends with this process. A process of root
 * installs it if it is missing.
 */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  installIfMissing('redis-server');
  const port = await findFreePort(options.port);
  const dir = await mkdtemp(join(tmpdir(), 'linework-redis-'));
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir,
    save: '',
    'maxmemory-policy': 'noeviction',
    databases: '4096',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('redis-server', [...flags, ...(options.flags ?? [])], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stopWithThisProcess(server, [dir]);
  await waitUntilReady(server);
  const stop = () => stopServer(server, 'SIGTERM');
  const kill = () => stopServer(server, 'SIGKILL');
  return { url: `redis://127.0.0.1:${port}`, port, pid: server.pid ?? 0, stop, kill };
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let messages = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server did not start: ${messages.trim().split('\n').at(-1)}`)));
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!messages.includes('Ready to accept connections')) messages += text;
      if (messages.includes('Ready to accept connections')) resolve();
    });
  });
}
