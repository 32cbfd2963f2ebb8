import { changeLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import {
  createWebhookEndpointRoute,
  testWebhookEndpointRoute,
} from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterEach, describe, expect, it } from 'vitest';
import { costLimitsFor } from '../../src/limits/cost-limiter.ts';
import { allowed, startTestApi, type TestApi, type TestApiParts, type TestClient } from '../support/test-api.ts';

const opened: TestApi[] = [];
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

async function anApi(parts: TestApiParts = {}) {
  const api = await startTestApi({
    limits: { ...allowed, costs: costLimitsFor(10) },
    statementTimeoutMs: 300_000,
    ...parts,
  });
  opened.push(api);
  return api;
}

/** A client of a broker with an active line. */
async function aNeighbour(api: TestApi) {
  const client = await api.aClient();
  const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
  return { client, lineId: id };
}

const getLine = ({ client, lineId }: { readonly client: TestClient; readonly lineId: string }) =>
  client.call(getLineRoute, { params: { id: lineId } });
const changeLine = ({ client, lineId }: { readonly client: TestClient; readonly lineId: string }) =>
  client.call(changeLineRoute, { params: { id: lineId }, body: { metadata: {} } });

describe('while every request of one broker waits for a lock', () => {
  it('those of another broker and of an operator are answered', async () => {
    const api = await anApi();
    const [a, b] = [await aNeighbour(api), await aNeighbour(api)];
    const operator = await api.anOperatorsClient();
    const holder = await api.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM line WHERE id = $1 FOR UPDATE', [a.lineId]);
    const held = Array.from({ length: 60 }, () => changeLine(a));
    await waitUntil('the share of the broker is held', async () => (await countWaitingSessions(api.db)) === 8);
    for (const other of [b, { client: operator, lineId: b.lineId }])
      for (const request of [getLine, changeLine]) expect((await request(other)).status).toBe(200);
    await holder.query('COMMIT');
    holder.release();
    for (const response of held) expect((await response).status).toBe(200);
  });
});

describe('while samples wait for a receiver that does not answer', () => {
  it('no request waits for them, and they are answered when the program stops', async () => {
    const stopping = new AbortController();
    const { cheap, ...costs } = costLimitsFor(10);
    const one = { ...cheap, perOwner: 1, whileShared: 1, total: 1 };
    const api = await anApi({
      limits: { ...allowed, costs: { ...costs, cheap: one } },
      deps: { stopping: stopping.signal },
    });
    // No worker runs, so each sample waits.
    Object.assign(api.deps.webhooks, { sampleLimitMs: 300_000 });
    const neighbour = await aNeighbour(api);
    const created = await neighbour.client.call(createWebhookEndpointRoute, {
      body: { url: 'https://example.com/hook', types: ['line.*'] },
    });
    const { id: endpointId } = created.body as { readonly id: string };
    const samples = Array.from({ length: 5 }, () =>
      neighbour.client.call(testWebhookEndpointRoute, { params: { id: endpointId }, body: {} }),
    );
    await waitUntil(
      'all samples are stored',
      async () => (await api.db.prisma.webhookDelivery.count({ where: { endpointId } })) === 5,
    );
    expect((await getLine(neighbour)).status).toBe(200);
    stopping.abort();
    for (const { status, body } of await Promise.all(samples))
      expect({ status, body }).toMatchObject({ status: 200, body: { reason: 'interrupted' } });
  });
});
