import { connect } from 'node:net';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { Redis } from 'ioredis';
import { type CellHost, pathsOf, redisHosts } from '../../deploy/cell/description.ts';
import type { Chance } from '../world/chance.ts';
import { killPostmaster, requireLeader, switchOver, waitForOtherLeader } from './patroni.ts';
import type { RunningCell, Supervised } from './start-cell.ts';

export interface CellFault {
  readonly name: string;
  /** Whether a client may get no answer: its haproxy is gone. */
  readonly endsBalancer?: true;
  /** Injects the fault. Resolves when everything runs again. */
  readonly inject: (cell: RunningCell, chance: Chance) => Promise<void>;
}

/**
 * The machine of the leader dies for the cell: neither its Patroni nor its PostgreSQL comes back at once.
 * @internal
 */
export async function loseLeader(cell: RunningCell): Promise<Supervised> {
  const leader = await requireLeader(cell);
  const patroni = cell.service(leader.name, 'patroni');
  await patroni.hold();
  killPostmaster(cell, leader);
  return patroni;
}

const killed =
  (name: string): CellFault['inject'] =>
  async (cell, chance) => {
    await chance.oneOf(cell.services(name)).kill();
  };

export const cellFaults: readonly CellFault[] = [
  { name: 'switchover of PostgreSQL', inject: switchOver },
  {
    name: 'kill -9 of the leader: its Patroni and its PostgreSQL',
    async inject(cell) {
      const patroni = await loseLeader(cell);
      await waitForOtherLeader(cell, patroni.host);
      patroni.start();
    },
  },
  {
    name: 'kill -9 of the postmaster of the leader',
    inject: async (cell) => killPostmaster(cell, await requireLeader(cell)),
  },
  {
    name: "kill -9 of Redis' master",
    inject: async (cell) => void (await replaceMaster(cell)),
  },
  { name: 'kill -9 of an API', inject: killed('api') },
  { name: 'kill -9 of a worker', inject: killed('worker') },
  { name: 'kill -9 of haproxy', endsBalancer: true, inject: killed('haproxy') },
  {
    name: "kill -9 of everything on the leader's machine",
    endsBalancer: true,
    async inject(cell) {
      const leader = await requireLeader(cell);
      const services = cell.servicesOn(leader.name);
      await Promise.all(services.map((each) => each.hold()));
      killPostmaster(cell, leader);
      await waitForOtherLeader(cell, leader);
      for (const each of services) each.start();
    },
  },
];

/**
 * Kills the master of Redis, and starts it again when the programs use its replica. Returns both hosts.
 * @internal
 */
export async function replaceMaster(
  cell: RunningCell,
): Promise<{ readonly old: CellHost; readonly promoted: CellHost }> {
  const old = await findMaster(cell);
  if (old === undefined) throw new Error('No Redis of the cell is a master.');
  const redis = cell.service(old.name, 'redis');
  await redis.hold();
  const [promoted] = redisHosts(cell.cell).filter(({ name }) => name !== old.name);
  if (promoted === undefined) throw new Error('The cell has no replica of Redis.');
  const { hosts, ports } = cell.cell;
  await waitUntil('every haproxy leads to the promoted replica', async () => {
    const used = await Promise.all(hosts.map(({ address }) => readRedis(cell, { host: address, port: ports.queue })));
    return used.every((redisInUse) => redisInUse?.isMaster && redisInUse.address === promoted.address);
  });
  redis.start();
  return { old, promoted };
}

async function findMaster(running: RunningCell): Promise<CellHost | undefined> {
  const { cell } = running;
  for (const host of redisHosts(cell)) {
    const found = await readRedis(running, { host: host.address, port: cell.ports.redis });
    if (found?.isMaster) return host;
  }
  return undefined;
}

/**
 * Reads the role and the address of the Redis at an address; undefined if none answers.
 * @internal
 */
export async function readRedis(
  { programs }: RunningCell,
  at: { readonly host: string; readonly port: number },
): Promise<{ readonly isMaster: boolean; readonly address: string } | undefined> {
  const { password } = new URL(programs['REDIS_URL'] ?? '');
  const redis = new Redis({ ...at, password, maxRetriesPerRequest: 0, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    const isMaster = (await redis.info('replication')).includes('role:master');
    const [, address = ''] = (await redis.config('GET', 'bind')) as readonly string[];
    return { isMaster, address };
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** Leads a group to another cell in the haproxy of the first host, while it runs. @internal */
export async function setMap(running: Pick<RunningCell, 'cell'>, group: string, name: string): Promise<void> {
  const { config } = pathsOf(running.cell, running.cell.hosts[0] as CellHost);
  await askHaproxy(running, `set map ${config}/haproxy/cells.map ${group} cell_${name}`);
}

/** Sends a command to the socket of the haproxy of the first host, and returns its answer. @internal */
export function askHaproxy({ cell }: Pick<RunningCell, 'cell'>, command: string): Promise<string> {
  const { run } = pathsOf(cell, cell.hosts[0] as CellHost);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(`${run}/haproxy/admin.sock`, () => socket.end(`${command}\n`));
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.once('close', () => resolve(answer)).once('error', reject);
  });
}
