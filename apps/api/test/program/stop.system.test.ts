import { Agent, request as httpRequest } from 'node:http';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { openDb } from '@linework/db/db';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { createTestDb } from '@linework/testing/create-test-db';
import { startApi } from '@linework/testing/processes/start-api';
import { expect, it, onTestFinished } from 'vitest';

/** Sends one request on a persistent connection. Resolves with its status, or with the code of its error. */
function sendOnce(agent: Agent, address: string, key: string, method: 'GET' | 'POST'): Promise<number | string> {
  return new Promise((resolve) => {
    const request = httpRequest(address, { agent, method, headers: { 'X-API-Key': key } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'incomplete'));
      response.on('error', () => resolve('incomplete'));
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`${error.code ?? error.message}${request.reusedSocket ? ' on a reused connection' : ''}`),
    );
    request.end();
  });
}

it('stopping the API under load completes every request that reached it', async () => {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url });
  const broker = await aBroker(db);
  const { key } = await createApiKey(db, {
    name: 'load',
    brokerId: broker.id,
    scopes: ['lines:read', 'lines:write', 'lines:delete'],
  });
  const lines = await Promise.all(Array.from({ length: 20 }, () => anActiveLine(db, { brokerId: broker.id })));
  const api = await startApi({ DATABASE_URL: testDb.url, LOG_LEVEL: 'info' });
  onTestFinished(async () => {
    await api.kill();
    await db.close();
    await testDb.drop();
  });

  const outcomes: (number | string)[] = [];
  const agent = new Agent({ keepAlive: true });
  async function client(place: number): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const path = turn % 2 === 0 ? `/lines/${lines[(place + turn) % lines.length]?.id}/block` : '/lines?limit=100';
      const outcome = await sendOnce(agent, `${api.url}${path}`, key, turn % 2 === 0 ? 'POST' : 'GET');
      // The API no longer listens, or had not accepted the connection yet, so the request never reached it.
      if (outcome === 'ECONNREFUSED' || outcome === 'ECONNRESET') return;
      outcomes.push(outcome);
    }
  }
  const clients = Array.from({ length: 12 }, (_, place) => client(place));
  await expect.poll(() => outcomes.length).toBeGreaterThan(200);
  expect(await api.stop()).toBe(0);
  await Promise.all(clients);

  expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 409)).toEqual([]);
  expect(api.errorLines).toEqual([]);
  expect(api.lines.at(-1)).toContain('"msg":"api stopped"');
  const { rowCount } = await db.pool.query('SELECT FROM orders');
  expect(rowCount).toBe(20);
});
