import { readFileSync } from 'node:fs';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { type CellHost, pathsOf } from '../../deploy/cell/description.ts';
import type { RunningCell } from './start-cell.ts';

/** The leader whose Patroni says so itself, and not what the others remember. */
async function findLeader({ cell }: RunningCell): Promise<CellHost | undefined> {
  for (const host of cell.hosts) {
    const answer = await fetch(`http://${host.address}:${cell.ports.patroni}/primary`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.ok) return host;
  }
  return undefined;
}

export async function requireLeader(running: RunningCell): Promise<CellHost> {
  let leader: CellHost | undefined;
  await waitUntil('the cell has a leader', async () => {
    leader = await findLeader(running);
    return leader !== undefined;
  });
  return leader as CellHost;
}

interface LeaderStatus {
  readonly replication?: readonly { readonly state: string; readonly sync_state: string }[];
}

/** Waits until all standbys receive the log of the leader, and one is synchronous if the cell is. */
export async function waitUntilComplete(running: RunningCell): Promise<void> {
  const { hosts, ports, replication } = running.cell;
  await waitUntil('the cell has a leader and all standbys', async () => {
    const leader = await findLeader(running);
    if (leader === undefined) return false;
    const answer = await fetch(`http://${leader.address}:${ports.patroni}/patroni`).catch(() => undefined);
    const standbys = answer?.ok ? (((await answer.json()) as LeaderStatus).replication ?? []) : [];
    const streaming = standbys.filter(({ state }) => state === 'streaming');
    const isDurable = replication === 'asynchronous' || standbys.some((standby) => standby.sync_state === 'sync');
    return streaming.length === hosts.length - 1 && isDurable;
  });
}

/** Waits until every server and every program of the cell runs. */
export async function waitUntilWhole(running: RunningCell): Promise<void> {
  const { hosts, ports } = running.cell;
  await waitUntilComplete(running);
  const isReady = (address: string, port: number) =>
    fetch(`http://${address}:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil('every program is ready', async () => {
    const ready = hosts.flatMap(({ address }) =>
      [ports.api, ports.worker, ports.public].map((port) => isReady(address, port)),
    );
    return (await Promise.all(ready)).every(Boolean);
  });
}

/** Moves the leader to a standby, in an orderly way. In a synchronous cell, to the synchronous one. */
export async function switchOver(running: RunningCell): Promise<void> {
  const { cell, patroniPassword } = running;
  const leader = await requireLeader(running);
  const answer = await fetch(`http://${leader.address}:${cell.ports.patroni}/switchover`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`patroni:${patroniPassword}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ leader: leader.name }),
  });
  if (!answer.ok) throw new Error(`Patroni refused the switchover: ${answer.status} ${await answer.text()}`);
  await waitForOtherLeader(running, leader);
}

export async function waitForOtherLeader(running: RunningCell, { name }: CellHost): Promise<void> {
  await waitUntil(`another host than ${name} is the leader`, async () => {
    const leader = await findLeader(running);
    return leader !== undefined && leader.name !== name;
  });
}

/** Kills the postmaster of a host. Its sessions end with it. */
export const killPostmaster = (running: RunningCell, host: CellHost): void =>
  void process.kill(readPostmaster(running, host), 'SIGKILL');

function readPostmaster({ cell }: RunningCell, host: CellHost): number {
  const file = `${pathsOf(cell, host).data}/postgres/data/postmaster.pid`;
  return Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
}

/**
 * Stops every standby from receiving, as a slow network does. Returns a function that ends their connections: what was
 * under way never arrives.
 * @internal
 */
export async function delayReplication(running: RunningCell): Promise<() => void> {
  const leader = await requireLeader(running);
  const standbys = running.cell.hosts.filter(({ name }) => name !== leader.name);
  const receivers = await Promise.all(standbys.map((host) => findReceiver(running, host)));
  for (const pid of receivers) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of receivers) for (const signal of ['SIGTERM', 'SIGCONT'] as const) process.kill(pid, signal);
  };
}

async function findReceiver(running: RunningCell, host: CellHost): Promise<number> {
  let receiver: string | undefined;
  await waitUntil(`${host.name} receives the log of the leader`, () => {
    const postmaster = readPostmaster(running, host);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
    receiver = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver streaming'));
    return receiver !== undefined;
  });
  return Number(receiver);
}
