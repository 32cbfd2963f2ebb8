import { createHash, createPublicKey, verify } from 'node:crypto';
import { webhooks } from '@linework/sdk/webhooks';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { describe, expect, it } from 'vitest';
import { listPublicKeys } from '../src/endpoints/list-public-keys.ts';
import { rollSecret } from '../src/endpoints/roll-secret.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, receiver, anEndpoint, anEvent, deliver, deliveriesOf, makeDue } = fixture;

const callsTo = (path: string) => receiver.calls.filter((call) => call.path === path);
/** The event of a call, as a receiver with the SDK reads it. */
async function readWithSdk(call: (typeof receiver.calls)[number] | undefined, secret: string) {
  const { webhookId = '', timestamp = '', signature = '', body = '' } = call ?? {};
  const headers = { 'webhook-id': webhookId, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return (await webhooks.verify(body, headers, secret)).event;
}
/** Each test has a path of its own at the receiver. */
const aPath = (name: string) => ({ path: `/${name}`, url: `${fixture.url}/${name}` });

describe('a delivery', () => {
  it('is signed so that the library of Standard Webhooks verifies it, with the id of the event', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('signed');
    const endpoint = await anEndpoint(caller, { url });
    const event = await anEvent(caller);
    await deliver();
    expect(callsTo(path)).toMatchObject([{ isVerified: true, webhookId: event.id }]);
    expect(await readWithSdk(callsTo(path)[0], endpoint.secret ?? '')).toMatchObject({ id: event.id });
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      {
        status: 'delivered',
        responseCode: 204,
        attempts: 1,
        dueAt: null,
        calls: [{ number: 1, outcome: 'delivered' }],
      },
    ]);
  });

  it('has no valid signature for a receiver with another secret', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('other-secret');
    await anEndpoint(caller, { url });
    receiver.setSecrets([`whsec_${Buffer.alloc(32).toString('base64')}`]);
    await anEvent(caller);
    await deliver();
    expect(callsTo(path)).toMatchObject([{ isVerified: false }]);
  });

  it('has the signatures of both secrets while they overlap', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('rolled');
    const endpoint = await anEndpoint(caller, { url });
    const rolled = await rollSecret(
      { db, keyWrapper: testSecretKeys().wrapper },
      { caller, endpointId: endpoint.id, oldSecretEndsInSeconds: 3_600 },
    );
    for (const secret of [endpoint.secret, rolled.secret ?? '']) {
      receiver.setSecrets([secret]);
      await anEvent(caller);
      await deliver();
    }
    expect(callsTo(path)).toMatchObject([{ isVerified: true }, { isVerified: true }]);
    expect(callsTo(path)[0]?.signature?.split(' ')).toHaveLength(2);
  });

  it('has only the new signature when the old secret has ended', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('rolled-at-once');
    const endpoint = await anEndpoint(caller, { url });
    await rollSecret(
      { db, keyWrapper: testSecretKeys().wrapper },
      { caller, endpointId: endpoint.id, oldSecretEndsInSeconds: 0 },
    );
    receiver.setSecrets([endpoint.secret]);
    await anEvent(caller);
    await deliver();
    expect(callsTo(path)).toMatchObject([{ isVerified: false }]);
  });

  it('with ed25519 is verified by the public key of the endpoint', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('ed25519');
    const endpoint = await anEndpoint(caller, { url, signature: 'ed25519' });
    await anEvent(caller);
    await deliver();
    const [key] = await listPublicKeys(db, endpoint.id);
    expect(await readWithSdk(callsTo(path)[0], key?.publicKey ?? '')).toMatchObject({ type: 'line.changed' });
    const raw = Buffer.from(key?.publicKey.slice('whpk_'.length) ?? '', 'base64');
    const publicKey = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
      format: 'der',
      type: 'spki',
    });
    const { webhookId, timestamp, body = '', signature } = callsTo(path)[0] ?? {};
    const bytes = Buffer.from(`${webhookId}.${timestamp}.${body}`);
    expect(verify(null, bytes, publicKey, Buffer.from(signature?.slice('v1a,'.length) ?? '', 'base64'))).toBe(true);
  });

  it('is sent to the endpoints that name its type, its record and its broker, and to no other', async () => {
    const [own, other] = [await fixture.aBroker(), await fixture.aBroker()];
    const record = createUuid('record');
    const endpoints = {
      all: await anEndpoint(own.caller, { types: ['*'] }),
      family: await anEndpoint(own.caller, { types: ['line.*'] }),
      exact: await anEndpoint(own.caller, { types: ['line.blocked', 'line.changed'] }),
      otherType: await anEndpoint(own.caller, { types: ['line.blocked', 'order.*'] }),
      record: await anEndpoint(own.caller, { resourceId: record }),
      otherRecord: await anEndpoint(own.caller, { resourceId: createUuid('other') }),
      otherBroker: await anEndpoint(other.caller),
    };
    const event = await anEvent(own.caller, 'line.changed', record);
    await deliver();
    const found = await db.prisma.webhookDelivery.findMany({ where: { eventSeq: event.seq } });
    const names = Object.entries(endpoints).filter(([, { id }]) => found.some(({ endpointId }) => endpointId === id));
    expect(names.map(([name]) => name)).toEqual(['all', 'family', 'exact', 'record']);
  });

  it('of an event about an endpoint goes to the other endpoints only', async () => {
    const { caller } = await fixture.aBroker();
    const own = await anEndpoint(caller, { types: ['webhook_endpoint.*'] });
    const other = await anEndpoint(caller, { types: ['webhook_endpoint.*'] });
    await rollSecret(
      { db, keyWrapper: testSecretKeys().wrapper },
      { caller, endpointId: own.id, oldSecretEndsInSeconds: 0 },
    );
    await deliver();
    expect(await deliveriesOf(own.id)).toMatchObject([{ cause: 'event' }]);
    expect((await deliveriesOf(other.id)).length).toBe(1);
    const [sent] = await db.prisma.webhookDelivery.findMany({ where: { endpointId: own.id } });
    expect(sent?.resourceId).toBe(other.id);
  });

  it('is made once, although two workers hand out the same events', async () => {
    const { caller } = await fixture.aBroker();
    const endpoint = await anEndpoint(caller, { url: aPath('once').url });
    for (let count = 0; count < 20; count += 1) await anEvent(caller);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(20);
    expect(callsTo('/once').map(({ webhookId }) => webhookId)).toHaveLength(20);
  });
});

describe('a receiver', () => {
  it.each([
    ['hang', { kind: 'hang' }, { reason: 'timeout' }],
    ['reset', { kind: 'reset' }, { reason: 'connection-reset' }],
    ['redirect', { kind: 'redirect', location: '/elsewhere' }, { reason: 'redirected', responseCode: 307 }],
    ['garbage', { kind: 'garbage' }, { reason: 'response-unreadable' }],
    ['fault-500', { kind: 'status', status: 500 }, { reason: 'receiver-error', responseCode: 500 }],
    ['fault-404', { kind: 'status', status: 404 }, { reason: 'rejected', responseCode: 404 }],
    ['fault-502', { kind: 'status', status: 502 }, { reason: 'receiver-unavailable', responseCode: 502 }],
  ] as const)('that answers with %s gets an attempt and the next try at its time', async (name, fault, expected) => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath(name);
    const endpoint = await anEndpoint(caller, { url });
    receiver.setFault({ ...fault, path, times: 1 });
    await anEvent(caller);
    await deliver(name === 'hang' ? fixture.aSender({ timeoutMs: 1_000 }) : undefined);
    const [waiting] = await deliveriesOf(endpoint.id);
    expect(waiting).toMatchObject({
      status: 'waiting',
      attempts: 1,
      ...expected,
      calls: [{ outcome: 'failed', reason: expected.reason }],
    });
    await makeDue(endpoint.id);
    await deliver();
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { status: 'delivered', attempts: 2, calls: [{ outcome: 'failed' }, { outcome: 'delivered' }] },
    ]);
    expect(new Set(callsTo(path).map(({ webhookId }) => webhookId)).size).toBe(1);
    expect(callsTo('/elsewhere')).toEqual([]);
  });

  it.each(['huge', 'slow-body'] as const)('that accepts with a %s response is read only a little', async (kind) => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath(kind);
    const endpoint = await anEndpoint(caller, { url });
    receiver.setFault({ kind, path });
    await anEvent(caller);
    await deliver();
    const [delivery] = await deliveriesOf(endpoint.id);
    expect(delivery).toMatchObject({ status: 'delivered', responseCode: 200 });
    expect(delivery?.calls[0]?.responseBody?.length).toBe(kind === 'huge' ? 4_096 : 'begins and never ends'.length);
  });

  it('that asks for a pause gets no call before its end', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('pause');
    const endpoint = await anEndpoint(caller, { url });
    receiver.setFault({ kind: 'status', status: 429, retryAfter: 3_600, path, times: 1 });
    await anEvent(caller);
    await deliver();
    await anEvent(caller);
    await deliver();
    const [first, second] = await deliveriesOf(endpoint.id);
    expect(first).toMatchObject({ status: 'waiting', reason: 'too-many-requests' });
    expect(first?.dueAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(second).toMatchObject({ status: 'pending', attempts: 0 });
    expect(callsTo(path)).toHaveLength(1);
  });

  it('that answers 410 disables its endpoint, and its events are held', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('gone');
    const endpoint = await anEndpoint(caller, { url });
    receiver.setFault({ kind: 'status', status: 410, path });
    await anEvent(caller);
    await deliver();
    await anEvent(caller);
    await deliver();
    const found = await db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    expect(found).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { status: 'held', attempts: 1 },
      { status: 'held', attempts: 0 },
    ]);
    expect(await eventTypesOf(endpoint.id)).toContain('webhook_endpoint.disabled');
  });

  it('that has failed for hours is called again after the longest pause, and one delivery probes it', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('for-hours');
    const { id } = await anEndpoint(caller, { url });
    receiver.setFault({ kind: 'status', status: 500, path });
    await db.prisma.webhookEndpoint.update({
      where: { id },
      data: { failures: 10, failingSince: new Date(Date.now() - 5 * 3_600_000) },
    });
    await anEvent(caller);
    await anEvent(caller);
    await deliver(fixture.aSender({ pauseLimitMs: 600_000 }));
    const { blockedUntil, lastFailureAt } = await db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    const pauseMs = Number(blockedUntil) - Number(lastFailureAt);
    expect([pauseMs > 300_000, pauseMs <= 660_000], `${pauseMs} ms`).toEqual([true, true]);
    expect(callsTo(path)).toHaveLength(1);
  });

  it('that never accepts gets each try, and then the delivery fails', async () => {
    const { caller } = await fixture.aBroker();
    const { path, url } = aPath('never');
    const endpoint = await anEndpoint(caller, { url });
    receiver.setFault({ kind: 'status', status: 500, path });
    await anEvent(caller);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await makeDue(endpoint.id);
      await deliver();
    }
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { status: 'failed', reason: 'receiver-error', attempts: 4 },
    ]);
  });
});

describe('an address that points inside', () => {
  it('is not called, and the attempt has the rule', async () => {
    const { caller } = await fixture.aBroker();
    const endpoint = await anEndpoint(caller, { url: 'https://169.254.169.254/latest' });
    await anEvent(caller);
    await deliver();
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { status: 'waiting', reason: 'host-inside', calls: [{ outcome: 'failed', reason: 'host-inside' }] },
    ]);
  });

  it('is not called when a name points there', async () => {
    const { caller } = await fixture.aBroker();
    const endpoint = await anEndpoint(caller, { url: 'https://localhost.localdomain.localhost/x' });
    await db.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { url: 'https://ip6-localhost/x' } });
    await anEvent(caller);
    await deliver();
    expect(await deliveriesOf(endpoint.id)).toMatchObject([
      { status: 'waiting', reason: expect.stringMatching(/^host-/) },
    ]);
  });
});

async function eventTypesOf(resourceId: string): Promise<readonly string[]> {
  return (await db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } })).map(({ type }) => type);
}

const createUuid = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
