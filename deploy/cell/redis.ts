import { type Cell, type CellHost, pathsOf, type RenderedFile, redisHosts, type Secrets } from './description.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/**
 * Redis holds wake-ups only. Sentinel promotes the replica; haproxy leads to whichever says that it is the master, so
 * no program needs to know Sentinel. Redis and Sentinel rewrite their files, so they start from a copy.
 */
export function renderRedis(cell: Cell, host: CellHost, { redis: password }: Secrets): readonly RenderedFile[] {
  const { config, data } = pathsOf(cell, host);
  const [master] = redisHosts(cell);
  if (master === undefined) return [];
  const file = (name: string, text: string): RenderedFile => ({
    path: `${config}/redis/${name}.conf`,
    owner: 'redis',
    text,
  });
  const sentinel = file(
    'sentinel',
    lines(
      `bind ${host.address}`,
      `port ${cell.ports.sentinel}`,
      `dir ${data}/redis`,
      'protected-mode no',
      `sentinel monitor linework ${master.address} ${cell.ports.redis} ${Math.floor(cell.hosts.length / 2) + 1}`,
      `sentinel announce-ip ${host.address}`,
      `sentinel auth-pass linework ${password}`,
      'sentinel down-after-milliseconds linework 5000',
      'sentinel failover-timeout linework 20000',
    ),
  );
  if (!redisHosts(cell).includes(host)) return [sentinel];
  const redis = file(
    'redis',
    lines(
      `bind ${host.address}`,
      `port ${cell.ports.redis}`,
      `dir ${data}/redis`,
      'protected-mode no',
      `replica-announce-ip ${host.address}`,
      `requirepass ${password}`,
      `masterauth ${password}`,
      // A removed key would be a lost job.
      'maxmemory-policy noeviction',
      'appendonly yes',
      'appendfsync everysec',
      'save ""',
      ...(host === master ? [] : [`replicaof ${master.address} ${cell.ports.redis}`]),
    ),
  );
  return [redis, sentinel];
}
