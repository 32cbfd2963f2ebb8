import { createApiKey } from '@linework/api-keys/create-api-key';
import { openDb } from '@linework/db/db';
import { createTestDb } from '@linework/testing/create-test-db';
import { startApi } from '@linework/testing/processes/start-api';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
afterAll(() => testDb.drop());

describe('two API processes', () => {
  it('count the requests of a key separately, with the same headers', async () => {
    const db = openDb({ url: testDb.url, poolSize: 1 });
    const { key } = await createApiKey(db, { name: 'ops', scopes: ['operator', 'orders:read'] });
    await db.close();
    const settings = { DATABASE_URL: testDb.url, RATE_LIMIT_PER_SECOND: '5', BROKER_RATE_LIMIT_PER_SECOND: '5' };
    const [one, other] = await Promise.all([startApi(settings), startApi(settings)]);
    const send = ({ url }: { readonly url: string }) => fetch(`${url}/order-types`, { headers: { 'X-API-Key': key } });
    await waitUntil('one process rejects the key', async () =>
      (await Promise.all(Array.from({ length: 10 }, () => send(one)))).some(({ status }) => status === 429),
    );
    const accepted = await send(other);
    expect([accepted.status, accepted.headers.get('RateLimit'), accepted.headers.get('RateLimit-Policy')]).toEqual([
      200,
      '"key";r=4;t=1',
      '"key";q=5;w=1',
    ]);
    await Promise.all([one.stop(), other.stop()]);
  });
});
