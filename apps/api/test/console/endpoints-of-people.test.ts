import { afterAll, describe, expect, it } from 'vitest';
import { aWebhookEndpointOfEachStatus } from '../webhooks/a-webhook-endpoint.ts';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { broker } = await console.api.aClient();
const [enabledId = ''] = await aWebhookEndpointOfEachStatus(console.api, broker.id);
const url = 'https://example.com/of-a-person';

const operator = await console.signedIn('operator');

describe('an operator', () => {
  it.each([
    ['creates no endpoint', 'POST', '/webhook-endpoints', { url }],
    ['creates none in the name of a broker', 'POST', '/webhook-endpoints', { url, brokerId: broker.id }],
    ['gives none another address', 'PATCH', `/webhook-endpoints/${enabledId}`, { url }],
    ['reads no new secret', 'POST', `/webhook-endpoints/${enabledId}/roll-secret`, {}],
    ['deletes none', 'DELETE', `/webhook-endpoints/${enabledId}`, undefined],
  ])('%s', async (_name, method, path, body) => {
    expect(await operator.call(method, path, body)).toMatchObject({
      status: 403,
      json: { code: 'missing-role', role: 'administrator' },
    });
  });

  it('repeats what an endpoint missed', async () => {
    const { status } = await operator.call('POST', `/webhook-endpoints/${enabledId}/replays`, {
      types: ['line.*'],
      dryRun: true,
    });
    expect(status).toBe(200);
  });
});

it('an administrator creates an endpoint, which shows what the console shows', async () => {
  const administrator = await console.signedIn('administrator');
  const { status, json } = await administrator.call('POST', '/webhook-endpoints', { url });
  expect({ status, secret: json.secret }).toEqual({ status: 201, secret: expect.stringMatching(/^whsec_/) });
  expect(await console.api.db.prisma.webhookEndpoint.findFirst({ where: { id: json.id } })).toMatchObject({
    keyId: administrator.id,
    scopes: ['events:read'],
  });
});
