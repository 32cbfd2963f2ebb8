import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand, postgresUser } from '@linework/local-servers/postgres-user';
import { lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../apps/cli/src/admin/check-database.ts';
import { pathsOf } from '../../deploy/cell/description.ts';
import { backupCommand } from '../../deploy/cell/postgres.ts';
import { loseLeader, readRedis, replaceMaster } from './faults.ts';
import { type OpenCell, openCell } from './open-cell.ts';
import { delayReplication, requireLeader, waitForOtherLeader } from './patroni.ts';

needs('cell');

/** The examples of docs/guides/empty-database.md from the first key on. */
const emptyDatabasePage = [
  'first-key',
  'functions',
  'broker-key',
  'ranges',
  'pools',
  'resources',
  'line',
  'active',
  'blocked',
];

describe('a cell of three hosts', () => {
  let cell: OpenCell;
  let repository: string;
  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'repository-'));
    const { ids } = postgresUser([repository]);
    if (ids) await chown(repository, ids.uid, ids.gid);
    cell = await openCell({ backup: { 'repo1-path': repository } });
  });
  afterAll(() => cell?.stop());

  it('blocks a line through each haproxy', async () => {
    const lines = await cell.lines(cell.urls.length);
    for (const [at, url] of cell.urls.entries()) {
      const client = lineworkClient(url, cell.key);
      const orderId = await client.placeOrder('block', lines[at]?.id ?? '');
      await waitUntil('the order is COMPLETED', async () => (await client.order(orderId)).status === 'COMPLETED');
    }
  });

  it('is what docs/guides/cell.md leads to, line by line from the database to a blocked line', async () => {
    const { config } = pathsOf(cell.cell, await requireLeader(cell));
    const followed = ['cell/database.console', ...emptyDatabasePage.map((name) => `empty-database/${name}.sh`)];
    const lines = followed.map((name) => readFileSync(`docs/guides/examples/${name}`, 'utf8'));
    const script = ['set -euo pipefail', ...lines]
      .join('\n')
      .replaceAll('/etc/linework', config)
      .replaceAll('/opt/linework', process.cwd())
      .replaceAll('http://127.0.0.1:3000', cell.urls[0] ?? '');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { maxBuffer: 2 ** 24 });
    expect(stdout).toContain('Sync Standby');
    expect(stdout.trim().split('\n').at(-1)).toBe('COMPLETED');
  });

  it('backs up on the machine of the leader', async () => {
    const leader = await requireLeader(cell);
    const user = postgresUser([repository]);
    const run = (text: string) => {
      const { command, args, ids } = buildCommand(user, 'sh', ['-c', text]);
      return execFileSync(command, args, { ...ids, cwd: '/', encoding: 'utf8' });
    };
    for (const host of cell.cell.hosts) run(backupCommand(cell.cell, host));
    const { config } = pathsOf(cell.cell, leader);
    const [stanza] = JSON.parse(run(`pgbackrest --config=${config}/patroni/pgbackrest.conf --output=json info`)) as [
      { readonly name: string; readonly backup: readonly object[] },
    ];
    expect(stanza).toMatchObject({ name: 'linework-a', backup: [{ type: 'full' }] });
  });

  it('uses no Redis that comes back as a master beside the promoted one', async () => {
    const { old, promoted } = await replaceMaster(cell);
    const { hosts, ports } = cell.cell;
    const used = new Set<string>();
    await waitUntil('the one that came back is a replica', async () => {
      const answers = await Promise.all(
        hosts.map(({ address }) => readRedis(cell, { host: address, port: ports.queue })),
      );
      for (const answer of answers) if (answer) used.add(answer.address);
      return (await readRedis(cell, { host: old.address, port: ports.redis }))?.isMaster === false;
    });
    expect([...used]).toEqual([promoted.address]);
  });

  it('answers 503 with a problem document while no API is ready', async () => {
    const apis = cell.services('api');
    await Promise.all(apis.map((api) => api.hold()));
    const answer = await lineworkClient(cell.urls[0] ?? '', 'lw_other_key').send('GET', '/lines');
    for (const api of apis) api.start();
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'unavailable' });
  });
});

describe('the machine of the leader dies while its standbys are behind', () => {
  it('and no accepted order is lost with synchronous replication', async () => {
    const { accepted, found, durability } = await loseLeaderWhileStandbysAreBehind('synchronous');
    expect(durability).toBe('ok');
    expect(accepted).toBeGreaterThan(0);
    expect(found).toBe(accepted);
  });

  it('and accepted orders are lost with asynchronous replication', async () => {
    const { accepted, found, durability } = await loseLeaderWhileStandbysAreBehind('asynchronous');
    expect(durability).toBe('warning');
    expect(found).toBeLessThan(accepted);
  });
});

const lineCount = 20;

/** Half of the lines are blocked before the standbys fall behind, the others while they are. */
async function loseLeaderWhileStandbysAreBehind(replication: 'synchronous' | 'asynchronous') {
  const cell = await openCell({ replication });
  try {
    const lines = await cell.lines(lineCount);
    const block = async (some: typeof lines) => {
      const client = lineworkClient(cell.urls[0] ?? '', cell.key);
      const answers = await Promise.all(some.map(({ id }) => client.send('POST', `/lines/${id}/block`)));
      return answers.filter(({ status }) => status < 300).map(readOrderId);
    };
    const checks = await checkDatabase({ DATABASE_URL: cell.programs['DATABASE_URL'] ?? '' });
    const durability = checks.find(({ subject }) => subject === 'durability')?.result;
    const ids = await block(lines.slice(lineCount / 2));
    const cutConnections = await delayReplication(cell);
    ids.push(...(await block(lines.slice(0, lineCount / 2))));
    const { host } = await loseLeader(cell);
    cutConnections();
    await waitForOtherLeader(cell, host);
    let found = 0;
    await waitUntil('the new leader answers', async () => {
      const count = await countOrders(cell, ids).catch(() => undefined);
      found = count ?? 0;
      return count !== undefined;
    });
    return { accepted: ids.length, found, durability };
  } finally {
    await cell.stop();
  }
}

async function countOrders({ db }: OpenCell, ids: readonly string[]): Promise<number> {
  const { rows } = await db.pool.query('SELECT FROM orders WHERE id = ANY ($1)', [ids]);
  return rows.length;
}
