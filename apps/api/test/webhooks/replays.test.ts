import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { replayWebhookEventsRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { expect, it } from 'vitest';
import { costLimitsFor } from '../../src/limits/cost-limiter.ts';
import { allowed, startTestApi } from '../support/test-api.ts';
import { aWebhookEndpointOfEachStatus } from './a-webhook-endpoint.ts';

it('the replays of a broker run one after the other, a few wait, the others get a 429, and other brokers get what they ask for', async () => {
  const api = await startTestApi({ limits: { ...allowed, costs: costLimitsFor(10) }, statementTimeoutMs: 300_000 });
  const [client, other] = [await api.aClient(), await api.aClient()];
  const ids = [
    ...(await aWebhookEndpointOfEachStatus(api, client.broker.id)),
    ...(await aWebhookEndpointOfEachStatus(api, client.broker.id)),
  ];
  const holder = await api.db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE webhook_endpoint IN ACCESS EXCLUSIVE MODE');
  const statuses: number[] = [];
  const replays = Array.from({ length: 40 }, (_, at) =>
    client
      .call(replayWebhookEventsRoute, {
        params: { id: ids[at % ids.length] ?? '' },
        body: { types: ['*'], dryRun: true },
      })
      .then(({ status }) => {
        statuses.push(status);
      }),
  );
  await waitUntil('all but five are refused', () => statuses.length === 35);
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(await countWaitingSessions(api.db)).toBe(1);
  expect((await other.call(listLinesRoute)).status).toBe(200);
  await holder.query('COMMIT');
  holder.release();
  await Promise.all(replays);
  expect(statuses.slice(35)).toEqual([200, 200, 200, 200, 200]);
  await api.close();
});
