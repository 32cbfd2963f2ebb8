import { randomInt } from 'node:crypto';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import type { ClientResponse } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingInRedis } from './everything-in-redis.ts';
import { everythingInSchema } from './everything-in-schema.ts';

const k = '465b5ce8b199b49faa5f0a2ee238a6bc';
const opc = 'cd63cb71954a9f4e48a5994e37a02baf';
const [pin, puk] = ['47119182', '83719462'];
const secrets = { K: k, opc, pin1: pin, PUK1: puk };
const planted = [k, opc, pin, puk];

describe.each(['redis', 'postgres'] as const)('with the queues in %s, no K, OPc, PIN or PUK of a SIM', (queues) => {
  let system: System;
  let worker: WorkerProcess;
  let redisUrl: string;
  const responses: string[] = [];
  beforeAll(async () => {
    redisUrl = await testRedisUrl();
    system = await startSystem({ ...(queues === 'redis' && { redisUrl }), settings: { LOG_LEVEL: 'trace' } });
    // This network needs the keys of SIMs, so the worker decrypts them. It is away.
    const freeAddress = async () => `127.0.0.1:${await findFreePort()}`;
    worker = await system.startWorker({ NETWORK: 'osmo-hlr', OSMO_HLR_VTY: await freeAddress(), OSMO_HLR_CTRL: await freeAddress() });
    await everyRange(system.db, system.broker);
    await sendSecrets();
  });
  afterAll(() => system?.close());

  async function keep(request: Promise<ClientResponse>, status: number): Promise<ClientResponse> {
    const response = await request;
    expect(response.status, response.text).toBe(status);
    responses.push(response.text);
    return response;
  }

  const aSim = (more: object = {}) => ({
    externalCode: withCheckDigit(`8955016${randomInt(10_000_000_000, 100_000_000_000)}`),
    attributes: { imsi: `72455${randomInt(1_000_000_000, 10_000_000_000)}`, ...secrets, ...more },
  });

  /** Sends secrets in every kind of request: create, repeat, create with errors, change, search and use. */
  async function sendSecrets(): Promise<void> {
    const brokerId = system.broker.id;
    const [numbers, sims] = [await aPool(system.db, { brokerId, count: 1 }), await aPool(system.db, { brokerId, type: 'SIM' })];
    const resourceId = await createSims(sims);
    await searchAndChange(sims, resourceId);
    const { id: holderId } = await aHolder(system.db, { brokerId });
    await keep(system.client.send('POST', '/lines', { body: { customerId: holderId, msisdn: { poolId: numbers.id }, sim: { resourceId } } }), 202);
    await waitUntil('the order waits for the network', async () => (await system.db.prisma.order.count({ where: { awaySince: { not: null } } })) > 0);
  }

  async function createSims({ id }: TestPool): Promise<string> {
    const { client } = system;
    const path = `/inventory/pools/${id}/resources`;
    const body = aSim();
    const created = await keep(client.send('POST', path, { body, headers: { 'Idempotency-Key': 'create-sim' } }), 201);
    await keep(client.send('POST', path, { body, headers: { 'Idempotency-Key': 'create-sim' } }), 201);
    await keep(client.send('POST', path, { body }), 409);
    await keep(client.send('POST', path, { body: aSim({ K: `${k}x` }) }), 422);
    await keep(client.send('POST', path, { body: aSim({ card: { codes: [secrets] } }) }), 422);
    await keep(client.send('POST', path, { body: { ...aSim(), note: secrets } }), 400);
    await keep(client.send('POST', path, { body: JSON.stringify(body).slice(0, -1) }), 400);
    return (JSON.parse(created.text) as { readonly id: string }).id;
  }

  async function searchAndChange({ id }: TestPool, resourceId: string): Promise<void> {
    const { client } = system;
    const attributes = encodeURIComponent(JSON.stringify(secrets));
    await keep(client.send('GET', `/inventory/resources?attributes=${attributes}`), 400);
    await keep(client.send('GET', `/inventory/resources?k=${k}&opc=${opc}&puk1=${puk}&pin1=${pin}`), 400);
    await keep(client.send('POST', '/inventory/reservations', { body: { poolId: id, quantity: 1, attributes: secrets } }), 400);
    await keep(client.send('PATCH', `/inventory/resources/${resourceId}`, { body: { attributes: secrets } }), 422);
    await keep(client.send('PATCH', `/inventory/resources/${resourceId}`, { body: { metadata: {}, ...secrets } }), 400);
    await keep(client.send('GET', `/inventory/resources/${resourceId}`), 200);
    await keep(client.send('GET', `/inventory/resources/${resourceId}/events`), 200);
  }

  function expectClean(texts: readonly string[]): void {
    expect(texts.length).toBeGreaterThan(0);
    const leaks = texts.flatMap((text) => planted.filter((secret) => text.toLowerCase().includes(secret)).map((secret) => `${secret}: ${text}`));
    expect(leaks).toEqual([]);
  }

  it('is in a log line', () => expectClean([...system.api.lines, ...worker.lines]));

  it('is in a response', () => expectClean(responses));

  it('is in a row', async () => expectClean(await everythingInSchema(system.db, 'public')));

  it('is in a queue', async () => expectClean(queues === 'redis' ? await everythingInRedis(redisUrl) : await everythingInSchema(system.db, 'bullmq')));

  it('is in the metrics', async () => {
    const pages = [`${worker.url}/metrics`, `${system.api.adminUrl}/metrics`];
    expectClean(await Promise.all(pages.map(async (page) => (await fetch(page, { headers: { 'X-API-Key': system.operatorKey } })).text())));
  });
});
