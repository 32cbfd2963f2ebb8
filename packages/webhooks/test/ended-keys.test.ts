import { createApiKey } from '@linework/api-keys/create-api-key';
import { rollApiKey } from '@linework/api-keys/roll-api-key';
import type { Scope } from '@linework/auth/scopes';
import { aBroker } from '@linework/testing/a-broker';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { watchEndpoints } from '../src/deliveries/watch-endpoints.ts';
import { enableEndpoint } from '../src/endpoints/move-endpoint.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, receiver, deliver, deliveriesOf } = fixture;
const all: readonly Scope[] = ['webhooks:write', 'events:read', 'lines:read', 'keys:write'];
const watch = () => watchEndpoints(db, { disableAfterMs: 432_000_000 });

/** A real key of a broker, and the caller that it makes. */
async function aKey(brokerId: string) {
  const { id } = await createApiKey(db, { name: 'webhooks', brokerId, scopes: all });
  return { keyId: id, brokerId, scopes: all };
}

async function anEndpointOfAKey() {
  const { id: brokerId } = await aBroker(db);
  const caller = await aKey(brokerId);
  const path = `/${brokerId}`;
  const { id } = await fixture.anEndpoint(caller, { url: `${fixture.url}${path}`, types: ['line.*'] });
  const countCalls = () => receiver.calls.filter((call) => call.path === path).length;
  const anEvent = () =>
    db.prisma.event.create({
      data: {
        type: 'line.changed',
        brokerId,
        resourceType: 'line',
        resourceId: newId(),
        details: { msisdn: '+5511987654321' },
      },
    });
  return { id, brokerId, caller, path, countCalls, anEvent };
}

describe('an endpoint', () => {
  it.each([
    ['is revoked', { revokedAt: new Date(0) }],
    ['expires', { expiresAt: new Date(0) }],
    ['may no longer read events', { scopes: ['webhooks:write'] }],
  ])('gets nothing from the moment in which its key %s, and is then disabled', async (_name, data) => {
    const { id, caller, countCalls, anEvent } = await anEndpointOfAKey();
    await anEvent();
    await deliver();
    expect(countCalls()).toBe(1);
    await db.prisma.apiKey.update({ where: { id: caller.keyId }, data });
    await anEvent();
    await deliver();
    expect(countCalls()).toBe(1);
    expect((await watch()).withoutKeyIds).toEqual([id]);
    expect(await db.prisma.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
      status: 'disabled',
      disabledReason: 'key-ended',
    });
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered', 'held']);
  });

  it('gets what was held when another key enables it', async () => {
    const { id, brokerId, caller, countCalls, anEvent } = await anEndpointOfAKey();
    await db.prisma.apiKey.update({ where: { id: caller.keyId }, data: { revokedAt: new Date() } });
    await watch();
    await anEvent();
    await deliver();
    await enableEndpoint(db, { caller: await aKey(brokerId), endpointId: id, deliver: 'all' });
    await deliver();
    expect(countCalls()).toBe(1);
    expect((await watch()).withoutKeyIds).toEqual([]);
  });

  it('goes on when its key is rolled and the old one has ended', async () => {
    const { caller, countCalls, anEvent } = await anEndpointOfAKey();
    await rollApiKey(db, { caller, keyId: caller.keyId, oldKeyEndsInSeconds: 0 });
    await anEvent();
    await deliver();
    expect(countCalls()).toBe(1);
    expect((await watch()).withoutKeyIds).toEqual([]);
  });

  it('shows no more than its key may see now', async () => {
    const { caller, path, anEvent } = await anEndpointOfAKey();
    await anEvent();
    await deliver();
    await db.prisma.apiKey.update({
      where: { id: caller.keyId },
      data: { scopes: all.filter((scope) => scope !== 'lines:read') },
    });
    await anEvent();
    await deliver();
    const bodies = receiver.calls.filter((call) => call.path === path).map((call) => JSON.stringify(call));
    expect(bodies.map((body) => body.includes('5511987654321'))).toEqual([true, false]);
  });
});
