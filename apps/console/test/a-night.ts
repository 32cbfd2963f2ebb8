import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { hashPassword } from '@linework/operators/hash-password';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { aSubscription } from '@linework/testing/a-subscription';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { v7 as newId } from 'uuid';

export const password = 'correct horse battery';
/** A real hash takes a third of a second of a processor, and each sign-in as long again. */
export const aPasswordHash = (): Promise<string> => hashPassword(password, { logN: 7, r: 8, p: 1 });

/** Names with markup, which every page must show as text. */
export const markupNames = {
  person: 'Ana <b>Souza</b>',
  broker: 'Norte <i>Telecom</i>',
  receiver: 'CRM <b>',
  key: 'night <script>',
  reason: 'the barring is <gone>',
};
/** The names of the pictures in the documentation. */
export const plainNames: Names = {
  person: 'Ana Souza',
  broker: 'Norte Telecom',
  receiver: 'CRM',
  key: 'night script',
  reason: 'the barring is gone',
};
export type Names = Readonly<Record<keyof typeof markupNames, string>>;

export interface Night {
  readonly system: System;
  readonly failedOrderId: string;
  /** An order whose first call failed. */
  readonly completedOrderId: string;
  /** An order that waits for the end of the pause. */
  readonly waitingOrderId: string;
  readonly lineId: string;
  readonly msisdn: string;
  /** A line whose SIM and number were changed, with a subscription of which it has used a part. */
  readonly changedLineId: string;
  readonly endpointId: string;
  readonly brokerId: string;
  readonly batchId: string;
  /** A pool that runs low, with an import of which one number was removed. */
  readonly poolId: string;
  /** The number of the changed line. */
  readonly resourceId: string;
  readonly removedResourceId: string;
  /** A delivery that is tried again later. */
  readonly deliveryId: string;
  /** Ends the pause of the network. */
  endPause(): Promise<void>;
  close(): Promise<void>;
}

/** How many events the receiver accepts. */
const accepted = 60;

/** A receiver of webhooks that accepts some events and then answers 503 to all others. */
async function startReceiver() {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    if (calls <= accepted) response.writeHead(204).end();
    else response.writeHead(503, { 'Content-Type': 'text/plain' }).end('database is <b>down</b>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/linework`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Starts a system in which a part of the orders failed, one system is paused, a pool is low and a receiver of webhooks
 * fails. Its servers are the named ones, or those of the tests.
 */
export async function startNight(
  consoleFolder: string,
  names: Names = markupNames,
  servers?: { readonly databaseUrl: string; readonly redisUrl: string },
): Promise<Night> {
  await using started = new AsyncDisposableStack();
  const receiver = await startReceiver();
  started.defer(() => receiver.close());
  const settings = {
    CONSOLE_FOLDER: consoleFolder,
    CONSOLE_TRACE_URL: 'https://traces.example/orders/{orderId}',
    WEBHOOK_TRUSTED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_DELAYS_MS: '200,600000',
  };
  // The queues are in Redis: in PostgreSQL, PostgreSQL would need 10 s of the processor for the pages instead of 5 s.
  const system = await startSystem({
    settings,
    ...(servers ?? { redisUrl: await testRedisUrl() }),
  });
  started.defer(() => system.close());
  const { db, network, client, broker } = system;
  await system.startWorker(longLease);
  await db.prisma.broker.update({ where: { id: broker.id }, data: { name: names.broker } });
  await db.prisma.operator.create({
    data: { id: newId(), name: names.person, role: 'administrator', passwordHash: await aPasswordHash() },
  });
  await createApiKey(db, { name: names.key, brokerId: broker.id, scopes: ['lines:read', 'orders:read'] });
  const pools = await aPools(system);
  const removedResourceId = await importAndRemove(system, pools.numbers);
  const endpoint = await post(system, '/webhook-endpoints', {
    url: receiver.url,
    types: ['line.*', 'order.*'],
    description: names.receiver,
  });
  const lines = await system.lines(40);
  await network.injectFault({
    match: { operation: 'set-service-state' },
    fault: 'refuse',
    code: 'HLR_UNKNOWN_SUBSCRIBER',
    times: 'always',
  });
  for (const { id } of lines.slice(0, 18)) await client.placeOrder('block', id);
  await waitUntil('the network has refused', async () => (await countOrders(system, 'FAILED')) === 18);
  await network.clearFaults();
  await network.injectFault({
    match: { operation: 'set-service-state' },
    fault: 'refuse',
    code: 'BARRED',
    times: 'always',
  });
  for (const { id } of lines.slice(18, 21)) await client.placeOrder('block', id);
  await waitUntil('the network has refused again', async () => (await countOrders(system, 'FAILED')) === 21);
  await network.clearFaults();
  await network.injectFault({ match: { operation: 'set-service-state' }, fault: 'error-after', times: 2 });
  for (const { id } of lines.slice(21, 34)) await client.placeOrder('block', id);
  await waitUntil('the others are blocked', async () => (await countOrders(system, 'COMPLETED')) === 13);
  const batch = await post(system, '/bulk-operations', {
    operation: 'retry',
    orderFilter: { errorCode: ['BARRED'] },
    reason: `ticket 4711: ${names.reason}`,
  });
  await waitUntil('the batch has ended', async () => (await countOrders(system, 'COMPLETED')) === 16);
  const changedLineId = lines[39]?.id ?? '';
  await changeLine(system, changedLineId, pools);
  const failed = await db.prisma.order.findFirstOrThrow({
    where: { status: 'FAILED' },
    orderBy: { createdAt: 'desc' },
  });
  await network.injectFault({ match: { operation: 'set-service-state' }, fault: 'error-before', times: 'always' });
  for (const { id } of lines.slice(34, 38)) await client.placeOrder('block', id);
  await waitUntil(
    'an order waits for its next attempt',
    async () => (await db.prisma.order.count({ where: { status: 'IN_PROGRESS' } })) > 0,
  );
  const pause = await post(
    system,
    '/pauses',
    { kind: 'system', target: 'network', reason: 'Incident 4711: do not call the HLR now' },
    system.operatorKey,
  );
  await db.prisma.unansweredCall.create({
    data: {
      id: newId(),
      kind: 'tax-receipt',
      recordId: newId(),
      brokerId: broker.id,
      code: 'tax-authority-timeout',
      failures: 7,
    },
  });
  const { orderId: completedOrderId } = await db.prisma.orderAttempt.findFirstOrThrow({
    where: { outcome: 'transient', step: { order: { status: 'COMPLETED' } } },
  });
  const { id: waitingOrderId } = await db.prisma.order.findFirstOrThrow({ where: { status: 'IN_PROGRESS' } });
  const { resourceId } = await db.prisma.resourceState.findFirstOrThrow({
    where: { lineId: changedLineId, resource: { externalCode: { startsWith: '+' } } },
  });
  await takeIncident(system, names);
  await waitUntil('the receiver has failed', async () => (await findDelivery(system)) !== null);
  const running = started.move();
  return {
    system,
    failedOrderId: failed.id,
    completedOrderId,
    waitingOrderId,
    lineId: lines[0]?.id ?? '',
    msisdn: lines[0]?.msisdn ?? '',
    changedLineId,
    endpointId: endpoint.id,
    brokerId: broker.id,
    batchId: batch.id,
    poolId: pools.numbers,
    resourceId,
    removedResourceId,
    deliveryId: (await findDelivery(system))?.id ?? '',
    endPause: async () =>
      void (await post(system, `/pauses/${pause.id}/resume`, { reason: 'the HLR is back' }, system.operatorKey)),
    close: () => running.disposeAsync(),
  };
}

const countOrders = ({ db }: System, status: 'FAILED' | 'COMPLETED') => db.prisma.order.count({ where: { status } });

/** Gives a line another SIM twice and another number once, and lets it use its plan. */
async function changeLine(system: System, lineId: string, { numbers, sims }: Pools): Promise<void> {
  const { db, broker } = system;
  const done = await countOrders(system, 'COMPLETED');
  const changes = [
    ['sim-swap', { sim: { poolId: sims } }],
    ['number-change', { msisdn: { poolId: numbers } }],
    ['sim-swap', { sim: { poolId: sims } }],
  ] as const;
  for (const [index, [path, body]] of changes.entries()) {
    await post(system, `/lines/${lineId}/${path}`, body);
    await waitUntil('the line is changed', async () => (await countOrders(system, 'COMPLETED')) === done + index + 1);
  }
  const { holderId } = await db.prisma.line.findUniqueOrThrow({ where: { id: lineId } });
  await aSubscription(db, 'ACTIVE', { brokerId: broker.id, customerId: holderId, lineIds: [lineId] });
  const amounts = [
    ['DATA', 6_400_000_000],
    ['VOICE', 1_230],
    ['SMS', 50],
  ] as const;
  const records = amounts.map(([type, amount]) => ({
    recordId: `night-${type}`,
    lineId,
    type,
    amount,
    usedAt: new Date().toISOString(),
  }));
  await post(system, '/usage/records', { records });
}

const findDelivery = ({ db }: System) =>
  db.prisma.webhookDelivery.findFirst({ where: { attempts: { gt: 0 }, status: 'waiting' } });

/** Imports three numbers, and removes one of them. Returns its id. */
async function importAndRemove({ db, api, operatorKey }: System, poolId: string): Promise<string> {
  const send = (method: string, path: string, body?: string) =>
    fetch(new URL(path, api.url), {
      method,
      headers: { 'X-API-Key': operatorKey, ...(body !== undefined && { 'Content-Type': 'text/csv' }) },
      ...(body !== undefined && { body }),
    });
  const codes = ['+5581911110001', '+5581911110002', '+5581911110003'];
  await send('POST', `/inventory/pools/${poolId}/resources/import`, ['externalCode', ...codes].join('\n'));
  const { id } = await db.prisma.resource.findFirstOrThrow({ where: { externalCode: codes[0] ?? '' } });
  await send('DELETE', `/inventory/resources/${id}`);
  return id;
}

/** Somebody is on the largest incident. */
async function takeIncident({ db }: System, { person, reason }: Names): Promise<void> {
  const { id } = await db.prisma.operator.findFirstOrThrow({ where: { name: person } });
  const now = new Date();
  await db.prisma.incident.create({
    data: {
      type: 'LINE_BLOCK',
      step: 'LINE_BLOCK.SUSPEND_NETWORK',
      errorCode: 'HLR_UNKNOWN_SUBSCRIBER',
      assigneeId: id,
      assignedAt: now,
      note: `The HLR was restored from a backup. Retry when ${reason}.`,
      notedBy: id,
      notedAt: now,
    },
  });
}

interface Pools {
  readonly numbers: string;
  readonly sims: string;
}

async function aPools({ db, broker }: System): Promise<Pools> {
  const pools = [
    { name: 'São Paulo 11, mobile', type: 'MSISDN', count: 40, lowAvailabilityThreshold: 50 },
    { name: 'Recife 81', type: 'MSISDN', count: 120, lowAvailabilityThreshold: 20 },
    { name: 'SIMs, profile 3', type: 'SIM', count: 80, lowAvailabilityThreshold: 10 },
  ] as const;
  const ids: string[] = [];
  for (const { name, ...options } of pools) {
    const { id } = await aPool(db, { brokerId: broker.id, ...options });
    await db.prisma.pool.update({ where: { id }, data: { name } });
    ids.push(id);
  }
  await aRange(db, { kind: 'MSISDN', from: '+5581900000000', to: '+5581999999999', brokerId: broker.id });
  return { numbers: ids[0] ?? '', sims: ids[2] ?? '' };
}

async function post({ api, key: ownKey }: System, path: string, body: unknown, key = ownKey) {
  const response = await fetch(new URL(path, api.url), {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly id: string };
  if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  return answer;
}
