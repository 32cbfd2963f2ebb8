import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createRoles } from '@linework/db/create-roles';
import { type OpenDb, openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { aBroker } from '@linework/testing/a-broker';
import { createLinesOnNetwork, type KnownLine } from '@linework/testing/processes/lines-on-network';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';
import { Client } from 'pg';
import { waitUntilComplete, waitUntilWhole } from './patroni.ts';
import { type RunningCell, startCell } from './start-cell.ts';

/** A cell with all its programs, a broker with a key, and a network. */
export interface OpenCell extends RunningCell {
  readonly db: OpenDb;
  readonly brokerId: string;
  readonly key: string;
  readonly network: ReturnType<typeof networkSimulatorClient>;
  /** The public addresses of its haproxies. */
  readonly urls: readonly string[];
  /** Creates ACTIVE lines that are subscribers of the network. */
  lines(count: number): Promise<readonly KnownLine[]>;
}

/** Nothing answers there. Lines need no partner. */
const noPartner = 'http://127.0.0.1:9';
const partners = Object.fromEntries(
  ['PAYMENTS', 'TAX_AUTHORITY', 'CLEARING_HOUSE'].flatMap((name) => [
    [`${name}_URL`, noPartner],
    [`${name}_KEY`, 'no-partner-takes-this-key'],
  ]),
);

/** After its start haproxy takes every server for the leader until it has checked them, for a second or two. */
const waitUntilHaproxyKnows = (url: string): Promise<void> =>
  waitUntil('haproxy leads to the leader only', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => isLeader(url)));
    return answers.every(Boolean);
  });

async function isLeader(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
    return rows[0]?.isStandby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts a cell as docs/guides/cell.md does: servers, roles, migrations, programs, a key. */
export async function openCell(own: object = {}): Promise<OpenCell> {
  await using started = new AsyncDisposableStack();
  const simulator = await startNetworkSimulator({ port: await findFreePort() });
  started.defer(() => simulator.stop());
  const settings = { ...partners, NETWORK: 'simulator', NETWORK_URL: simulator.url };
  const running = await startCell({ settings, ...own });
  started.defer(() => running.stop());
  await waitUntilComplete(running);
  await waitUntilHaproxyKnows(running.owner['ADMIN_DATABASE_URL'] ?? '');
  const { ADMIN_DATABASE_URL = '', OWNER_DATABASE_URL = '', APPLICATION_DATABASE_URL = '' } = running.owner;
  await createRoles({
    adminUrl: ADMIN_DATABASE_URL,
    ownerUrl: OWNER_DATABASE_URL,
    applicationUrl: APPLICATION_DATABASE_URL,
  });
  await migrate(OWNER_DATABASE_URL);
  const db = openDb({ url: APPLICATION_DATABASE_URL, applicationName: 'linework campaign' });
  started.defer(() => db.close());
  const { id: brokerId } = await aBroker(db);
  const brokerScopes = scopes.filter((scope) => scope !== 'operator');
  const { key } = await createApiKey(db, { name: 'a client', brokerId, scopes: brokerScopes });
  running.startPrograms();
  await waitUntilWhole(running);
  const network = networkSimulatorClient(simulator.url);
  const { hosts, ports } = running.cell;
  const everything = started.move();
  return {
    ...running,
    db,
    brokerId,
    key,
    network,
    urls: hosts.map(({ address }) => `http://${address}:${ports.public}`),
    lines: (count) => createLinesOnNetwork({ db, network, brokerId }, count),
    stop: () => everything.disposeAsync(),
  };
}
