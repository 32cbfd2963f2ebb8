import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWebhookReceiver } from '@linework/simulator/webhook-receiver/open-webhook-receiver';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The start builds the programs, which a busy machine does not do in the usual minute. */
const startLimitMs = 300_000;

const receiver = openWebhookReceiver();
let server: Server;
let system: System;

beforeAll(async () => {
  server = createServer(receiver.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  system = await startSystem({
    settings: { WEBHOOK_TRUSTED_HOSTS: '127.0.0.1', WEBHOOK_RETRY_DELAYS_MS: '50,50,50,50' },
  });
}, startLimitMs);
afterAll(async () => {
  await system.close();
  server.closeAllConnections();
  server.close();
});

async function send(key: string, method: string, path: string, body: unknown = {}) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return (await fetch(new URL(path, system.api.url), { method, headers, body: JSON.stringify(body) })).json();
}

async function anEvent(resourceId: string) {
  const data = { type: 'line.changed', brokerId: system.broker.id, resourceType: 'line', resourceId, details: {} };
  await system.db.prisma.event.create({ data });
}

const deliveries = () =>
  system.db.prisma.webhookDelivery.findMany({ where: { cause: { not: 'test' } }, orderBy: { position: 'asc' } });
const statuses = async () => (await deliveries()).map(({ status }) => status);

describe('the webhooks of a suspended broker', () => {
  it(
    'wait: events, retries, resends and samples make no call, and after it is resumed everything arrives in order',
    async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
      const { id, secret } = await send(system.key, 'POST', '/webhook-endpoints', {
        url,
        types: ['line.*'],
        ordering: 'resource',
      });
      receiver.setSecrets([secret]);
      const operator = system.operatorKey;
      await system.startWorker();
      const record = crypto.randomUUID();
      await anEvent(record);
      await waitUntil('the first event is delivered', async () => (await statuses()).join() === 'delivered');
      await send(operator, 'POST', `/brokers/${system.broker.id}/suspend`);
      const callsBefore = receiver.calls.length;
      for (let count = 0; count < 3; count += 1) await anEvent(record);
      await waitUntil('the events have deliveries', async () => (await statuses()).length === 4);
      const [first] = await deliveries();
      await send(operator, 'POST', `/webhook-deliveries/${first?.id}/resend`);
      expect(await send(operator, 'POST', `/webhook-endpoints/${id}/test`)).toMatchObject({
        delivered: false,
        reason: 'broker-suspended',
      });
      await waitUntil(
        'no worker looks at the endpoint',
        async () => (await system.db.prisma.webhookEndpoint.findFirst({ where: { id } }))?.nextAt === null,
      );
      expect(receiver.calls.length).toBe(callsBefore);
      expect((await statuses()).toSorted()).toEqual(['delivered', 'pending', 'pending', 'pending', 'pending']);
      await send(operator, 'POST', `/brokers/${system.broker.id}/resume`);
      await waitUntil('everything is delivered', async () =>
        (await statuses()).every((status) => status === 'delivered'),
      );
      const positions = receiver.calls.slice(callsBefore).map(({ body }) => JSON.parse(body).position as number);
      expect([...new Set(positions)]).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
      expect(positions).toHaveLength(4);
    },
    startLimitMs,
  );
});
