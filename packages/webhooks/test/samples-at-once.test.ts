import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { acquireDeliveries } from '../src/sending/acquire-deliveries.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const { db, ...fixture } = await aWebhookFixture();
/** One at a time, so that all workers want the same one. */
const limits = {
  limit: 1,
  probeLimit: 1,
  perEndpoint: 8,
  perBroker: 100,
  leaseMs: 60_000,
  running: new Map(),
  onEndpointError: () => {},
};
const [sampleCount, workerCount] = [90, 8];

it('workers that want the same samples take each of them once', async () => {
  const { caller } = await fixture.aBroker();
  for (let at = 0; at < sampleCount; at += 1) {
    const { id: endpointId } = await fixture.anEndpoint(caller, { url: `${fixture.url}/${at}` });
    const sample = { eventType: 'line.activated', cause: 'test', status: 'pending', dueAt: new Date(at) };
    await db.prisma.webhookDelivery.create({ data: { id: newId(), endpointId, ...sample } });
  }
  const taken: string[] = [];
  const work = async () => {
    while (taken.length < sampleCount)
      taken.push(...(await acquireDeliveries(db, limits)).deliveries.map(({ id }) => id));
  };
  await Promise.all(Array.from({ length: workerCount }, work));
  expect(taken.length).toBe(new Set(taken).size);
  expect(await db.prisma.webhookDelivery.count({ where: { cause: 'test', attempts: { not: 1 } } })).toBe(0);
});
