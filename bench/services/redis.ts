import { spawnSync } from 'node:child_process';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';

export interface Redis extends RedisServer {
  readonly version: string;
}

/** Starts an empty Redis that keeps an append-only file. It ends with this process, and its data with it. */
export async function startRedis(): Promise<Redis> {
  const server = await startRedisServer({ flags: ['--appendonly', 'yes'] });
  const versionText = spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout;
  return { ...server, version: /v=(\S+)/.exec(versionText)?.[1] ?? 'unknown' };
}
