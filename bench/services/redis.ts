import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface Redis {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts an empty Redis with an append-only file in `folder`, as a child of this process. */
export async function startRedis(folder: string): Promise<Redis> {
  const command = redisServer();
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: folder,
    appendonly: 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn(command, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(server, 'exit');
  await Promise.race([
    accepting(port),
    ended.then(([code]) => Promise.reject(new Error(`redis-server ended with ${code}`))),
  ]);
  return {
    url: `redis://127.0.0.1:${port}`,
    version: /v=(\S+)/.exec(spawnSync(command, ['--version']).stdout.toString())?.[1] ?? 'unknown',
    async stop() {
      server.kill();
      await ended;
    },
  };
}

/** REDIS_SERVER, else the one in PATH, else the system's package where we may install it. */
function redisServer(): string {
  const command = process.env.REDIS_SERVER ?? 'redis-server';
  if (runs(command)) return command;
  if (process.env.REDIS_SERVER === undefined && process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '-y', 'redis-server'], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (runs(command)) return command;
  }
  throw new Error(
    'No redis-server here: install it (apt-get install redis-server) or say where it is in REDIS_SERVER.',
  );
}

function runs(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

async function accepting(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await pause(20);
    } finally {
      socket.destroy();
    }
  }
}
