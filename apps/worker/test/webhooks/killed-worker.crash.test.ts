import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWebhookReceiver } from '@linework/simulator/webhook-receiver/open-webhook-receiver';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const receiver = openWebhookReceiver();
let server: Server;
let system: System;

beforeAll(async () => {
  server = createServer(receiver.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  system = await startSystem({
    settings: {
      WEBHOOK_TRUSTED_HOSTS: '127.0.0.1',
      WEBHOOK_TIMEOUT_MS: '2000',
      WEBHOOK_RETRY_DELAYS_MS: '50,50,50,50',
    },
  });
});
afterAll(async () => {
  await system.close();
  server.closeAllConnections();
  server.close();
});

async function send(method: string, path: string, body: unknown) {
  const headers = { 'X-API-Key': system.key, 'Content-Type': 'application/json' };
  return (await fetch(new URL(path, system.api.url), { method, headers, body: JSON.stringify(body) })).json();
}

describe('the sender of a worker', () => {
  it('that is killed during a call loses no event: another worker repeats the call under the same id', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const endpoint = await send('POST', '/webhook-endpoints', { url, types: ['line.*'] });
    receiver.setSecrets([endpoint.secret]);
    receiver.setFault({ kind: 'hang', times: 1 });
    const killed = await system.startWorker();
    const [line] = await system.lines(1);
    await send('POST', `/lines/${line?.id}/block`, {});
    await waitUntil('the receiver holds a call', () => receiver.calls.length > 0);
    await killed.kill();
    await system.startWorker();
    const countOpen = () => system.db.prisma.webhookDelivery.count({ where: { status: { not: 'delivered' } } });
    await waitUntil(
      'the line is blocked',
      async () =>
        (await system.db.prisma.event.count({ where: { resourceId: line?.id ?? '', type: 'line.blocked' } })) === 1,
    );
    const wanted = () =>
      system.db.prisma.event.count({
        where: { resourceType: 'line', brokerId: system.broker.id, at: { gte: new Date(endpoint.createdAt) } },
      });
    await waitUntil(
      'every event is delivered',
      async () => (await system.db.prisma.webhookDelivery.count()) === (await wanted()) && (await countOpen()) === 0,
    );
    const [held] = receiver.calls;
    const repeated = receiver.calls.filter(({ webhookId }) => webhookId === held?.webhookId);
    expect(repeated.length).toBeGreaterThan(1);
    expect(receiver.calls.every(({ isVerified }) => isVerified)).toBe(true);
    const attempts = await system.db.prisma.webhookAttempt.findMany({ where: { outcome: 'lost' } });
    expect([...new Set(attempts.map(({ reason }) => reason))]).toEqual(['worker-lost']);
  });

  it('sends a sample for the API, which answers with the status and the time', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sample`;
    const { id, secret } = await send('POST', '/webhook-endpoints', { url, types: ['order.completed'] });
    receiver.setSecrets([secret]);
    const result = await send('POST', `/webhook-endpoints/${id}/test`, { type: 'line.blocked' });
    expect(result).toMatchObject({ delivered: true, responseCode: 204, durationMs: expect.any(Number) });
    const [call] = receiver.calls.filter(({ path }) => path === '/sample');
    expect({ ...call, type: JSON.parse(call?.body ?? '{}').type }).toMatchObject({
      isVerified: true,
      webhookId: result.deliveryId,
      type: 'line.blocked',
    });
  });
});
