import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { aWebhookDelivery } from './a-webhook-endpoint.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const input = { url: 'https://example.com/linework', types: ['line.*', 'order.completed'], description: 'our CRM' };

interface SentRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  client: { readonly key: string },
  method: string,
  path: string,
  { body, headers = {} }: SentRequest = {},
) {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(new URL(path, api.url), {
    method,
    ...sent,
    headers: { 'X-API-Key': client.key, ...sent.headers, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('ETag') ?? '',
    body: text === '' ? undefined : JSON.parse(text),
  };
}

describe('creating a webhook endpoint', () => {
  it('shows the secret once', async () => {
    const client = await api.aClient();
    const created = await send(client, 'POST', '/webhook-endpoints', { body: input });
    expect(created).toMatchObject({
      status: 201,
      body: { ...input, brokerId: client.broker.id, status: 'enabled', secret: expect.stringMatching(/^whsec_/) },
    });
    const found = await send(client, 'GET', `/webhook-endpoints/${created.body.id}`);
    const { secret: _secret, ...shown } = created.body;
    expect(found.body).toEqual(shown);
  });

  it('does not show the secret to a repetition, and stores it nowhere in clear', async () => {
    const client = await api.aClient();
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [
      await send(client, 'POST', '/webhook-endpoints', { body: input, headers: key }),
      await send(client, 'POST', '/webhook-endpoints', { body: input, headers: key }),
    ];
    const { secret, ...shown } = first.body;
    expect(second).toMatchObject({ status: 201, body: shown });
    expect(second.body.secret).toBeUndefined();
    const stored = await api.db.pool.query('SELECT * FROM idempotency_record, webhook_secret');
    expect(JSON.stringify(stored.rows)).not.toContain(secret.slice('whsec_'.length));
  });

  it('is refused with every rule that the address breaks', async () => {
    const refused = await send(await api.aClient(), 'POST', '/webhook-endpoints', {
      body: { ...input, url: `http://${'me:word'}@10.0.0.1:25/x` },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'webhook-url-refused',
        rules: ['https-only', 'no-credentials', 'port-not-allowed', 'host-inside'],
        errors: expect.any(Array),
      },
    });
  });

  it('is refused for an event type that does not exist', async () => {
    const refused = await send(await api.aClient(), 'POST', '/webhook-endpoints', {
      body: { ...input, types: ['line.exploded', 'nothing.*'] },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/types/0' }, { pointer: '/types/1' }] },
    });
  });

  it('without a broker is possible for an operator, and no broker sees the endpoint', async () => {
    const created = await send(await api.anOperatorsClient(), 'POST', '/webhook-endpoints', { body: input });
    expect(created.body.brokerId).toBeUndefined();
    expect((await send(await api.aClient(), 'GET', `/webhook-endpoints/${created.body.id}`)).status).toBe(404);
  });

  it('with ed25519 shows the public key that is published', async () => {
    const created = await send(await api.aClient(), 'POST', '/webhook-endpoints', {
      body: { ...input, signature: 'ed25519' },
    });
    expect(created.body.secret).toBeUndefined();
    const published = await fetch(new URL(`/.well-known/webhook-keys?endpointId=${created.body.id}`, api.url));
    expect(await published.json()).toMatchObject({
      keys: [{ algorithm: 'ed25519', publicKey: created.body.publicKey }],
    });
  });
});

describe('a webhook endpoint', () => {
  it('changes only if the ETag still matches', async () => {
    const client = await api.aClient();
    const { body } = await send(client, 'POST', '/webhook-endpoints', { body: input });
    const { etag } = await send(client, 'GET', `/webhook-endpoints/${body.id}`);
    const changed = await send(client, 'PATCH', `/webhook-endpoints/${body.id}`, {
      body: { description: null, types: ['*'] },
      headers: { 'If-Match': etag },
    });
    expect(changed).toMatchObject({ status: 200, body: { types: ['*'] } });
    expect(changed.body.description).toBeUndefined();
    expect(
      (
        await send(client, 'PATCH', `/webhook-endpoints/${body.id}`, {
          body: { payload: 'thin' },
          headers: { 'If-Match': etag },
        })
      ).status,
    ).toBe(412);
  });

  it('answers 404 to another broker on every path', async () => {
    const client = await api.aClient();
    const { body } = await send(client, 'POST', '/webhook-endpoints', { body: input });
    const deliveryId = await aWebhookDelivery(api, { brokerId: client.broker.id, endpointId: body.id });
    const other = await api.aClient();
    const path = `/webhook-endpoints/${body.id}`;
    const answers = [
      await send(other, 'GET', path),
      await send(other, 'PATCH', path, { body: { payload: 'thin' } }),
      await send(other, 'DELETE', path),
      await send(other, 'POST', `${path}/roll-secret`),
      await send(other, 'POST', `${path}/test`),
      await send(other, 'POST', `${path}/disable`),
      await send(other, 'POST', `${path}/enable`),
      await send(other, 'POST', `${path}/replays`, { body: { types: ['*'] } }),
      await send(other, 'GET', `/webhook-deliveries/${deliveryId}`),
      await send(other, 'POST', `/webhook-deliveries/${deliveryId}/resend`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await send(other, 'GET', '/webhook-deliveries')).body.items).toEqual([]);
  });

  it('is gone after it was deleted', async () => {
    const client = await api.aClient();
    const { body } = await send(client, 'POST', '/webhook-endpoints', { body: input });
    expect((await send(client, 'DELETE', `/webhook-endpoints/${body.id}`)).status).toBe(204);
    expect((await send(client, 'GET', `/webhook-endpoints/${body.id}`)).status).toBe(404);
    expect((await send(client, 'GET', '/webhook-endpoints')).body.items).toEqual([]);
  });

  it('says that no worker sent a test when none does', async () => {
    const client = await api.aClient();
    const { body } = await send(client, 'POST', '/webhook-endpoints', { body: input });
    expect(
      await send(client, 'POST', `/webhook-endpoints/${body.id}/test`, { body: { type: 'order.completed' } }),
    ).toMatchObject({
      status: 200,
      body: { delivered: false, reason: 'no-worker' },
    });
  });
});

describe('a key that may not read events', () => {
  it('makes no events go to an endpoint, in any way', async () => {
    const { broker, ...owner } = await api.aClient();
    const { body } = await send(owner, 'POST', '/webhook-endpoints', { body: input });
    const deliveryId = await aWebhookDelivery(api, { brokerId: broker.id, endpointId: body.id });
    const other = await api.aClient({ broker, scopes: ['webhooks:read', 'webhooks:write'] });
    const path = `/webhook-endpoints/${body.id}`;
    const answers = [
      await send(other, 'POST', '/webhook-endpoints', { body: input }),
      await send(other, 'PATCH', path, { body: { url: 'https://example.org/mine' } }),
      await send(other, 'PATCH', path, { body: { types: ['*'] } }),
      await send(other, 'POST', `${path}/enable`),
      await send(other, 'POST', `${path}/test`),
      await send(other, 'POST', `${path}/replays`, { body: { types: ['*'] } }),
      await send(other, 'POST', `/webhook-deliveries/${deliveryId}/resend`),
    ];
    const missing = { status: 403, body: { code: 'missing-scope', scope: 'events:read' } };
    expect(answers).toEqual(
      answers.map(() => expect.objectContaining({ status: 403, body: expect.objectContaining(missing.body) })),
    );
    expect((await send(other, 'POST', `${path}/disable`)).status).toBe(200);
  });
});

describe('the deliveries of a broker', () => {
  it('are filtered by endpoint, status, type and response', async () => {
    const client = await api.aClient();
    const { body } = await send(client, 'POST', '/webhook-endpoints', { body: input });
    const id = await aWebhookDelivery(api, { brokerId: client.broker.id, endpointId: body.id });
    const find = async (query: string) =>
      (await send(client, 'GET', `/webhook-deliveries?${query}`)).body.items.map(
        (item: { readonly id: string }) => item.id,
      );
    expect(await find(`endpointId=${body.id}&status=failed&type=line.changed&responseCode=500&cause=event`)).toEqual([
      id,
    ]);
    expect([
      await find('status=held'),
      await find('type=line.blocked'),
      await find('responseCode=404'),
      await find(`endpointId=${randomUUID()}`),
    ]).toEqual([[], [], [], []]);
    expect((await send(client, 'GET', `/webhook-deliveries/${id}`)).body).toMatchObject({
      reason: 'receiver-error',
      calls: [{ number: 1, outcome: 'failed' }],
    });
  });
});

describe('the limit of webhook endpoints', () => {
  it('is kept when requests arrive together', async () => {
    const limited = await startTestApi({
      deps: { webhooks: { addressPolicy: { trustedHosts: ['127.0.0.1'], lookup: () => {} }, endpointLimit: 2 } },
    });
    const client = await limited.aClient();
    const create = () =>
      fetch(new URL('/webhook-endpoints', limited.url), {
        method: 'POST',
        headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/x' }),
      });
    const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
    await limited.close();
  });
});
