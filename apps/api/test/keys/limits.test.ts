import { createApiKey as drawKey } from '@linework/auth/api-key';
import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterEach, describe, expect, it } from 'vitest';
import { problemIn } from '../support/problem-in.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { allowed, startTestApi, type TestApi, type TestApiParts } from '../support/test-api.ts';

takesLong('much-work');

const opened: TestApi[] = [];
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

async function anApi(parts: TestApiParts): Promise<TestApi> {
  const api = await startTestApi(parts);
  opened.push(api);
  return api;
}

const sendWithKey = ({ port }: TestApi, key: string) => send(port, { path: '/lines', headers: { 'X-API-Key': key } });

/** Counts the requests whose client disconnected before the response. */
function countLeftClients() {
  let count = 0;
  const answered: NonNullable<TestApiParts['onCompleted']> = ({ response }) => {
    if (!response.writableFinished) count += 1;
  };
  return { answered, count: () => count };
}

describe('wrong keys', () => {
  it('are limited with 429 when too many come from one address, while valid keys from there pass', async () => {
    const api = await anApi({ wrongKeys: limitWrongKeys({ limit: 20, nowMs: () => 0 }) });
    const { key } = await api.aClient();
    const answers = [];
    for (let count = 0; count < 1_000; count += 1) answers.push(await sendWithKey(api, drawKey()));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(answers.slice(20).every(({ status }) => status === 429)).toBe(true);
    const [last] = answers.slice(-1);
    expect(last && problemIn(last)).toMatchObject({ code: 'rate-limited' });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await sendWithKey(api, key)).status).toBe(200);
    expect((await sendWithKey(api, '')).status).toBe(401);
  });
});

/** A request that claims to be forwarded for another address. */
const sendForwarded = ({ port }: TestApi, key: string, forwardedFor: string) =>
  send(port, { path: '/lines', headers: { 'X-API-Key': key, 'X-Forwarded-For': forwardedFor } });

describe('wrong keys behind a proxy', () => {
  it('count against the address from the trusted proxy, not the one that the client claims', async () => {
    const api = await anApi({ wrongKeys: limitWrongKeys({ limit: 2 }), trustProxy: 1 });
    const chains = [
      '1.1.1.1, 10.0.0.1',
      '2.2.2.2, 10.0.0.1',
      '3.3.3.3, 10.0.0.1',
      '10.0.0.1',
      '10.0.0.1, 10.0.0.2',
      '10.0.0.2',
      '10.0.0.2',
    ];
    const statuses = [];
    for (const forwardedFor of chains) statuses.push((await sendForwarded(api, drawKey(), forwardedFor)).status);
    expect(statuses).toEqual([401, 401, 429, 429, 401, 401, 429]);
  });

  it('count against the address behind the proxies that are trusted by their networks', async () => {
    const api = await anApi({ wrongKeys: limitWrongKeys({ limit: 1 }), trustProxy: ['127.0.0.1', '10.0.0.0/8'] });
    const chains = ['2.2.2.2, 1.1.1.1, 10.9.9.9', '3.3.3.3, 1.1.1.1', '1.1.1.2'];
    const statuses = [];
    for (const forwardedFor of chains) statuses.push((await sendForwarded(api, drawKey(), forwardedFor)).status);
    expect(statuses).toEqual([401, 429, 401]);
  });

  it.each([{}, { trustProxy: ['192.0.2.1'] }])(
    'count against the sender, not the address that it claims, unless it is a trusted proxy (%j)',
    async (parts) => {
      const api = await anApi({ wrongKeys: limitWrongKeys({ limit: 2 }), ...parts });
      const statuses = [];
      for (const last of [1, 2, 3, 4]) statuses.push((await sendForwarded(api, drawKey(), `10.0.0.${last}`)).status);
      expect(statuses).toEqual([401, 401, 429, 429]);
    },
  );
});

describe('a key', () => {
  it('that exceeds its rate is limited with 429 until the second has passed; another key is not', async () => {
    const api = await anApi({ limits: { ...allowed, rate: { ...allowed.rate, perKey: 5 }, inFlight: 100 } });
    const [client, other] = [await api.aClient(), await api.aClient()];
    let answers: readonly PlainResponse[] = [];
    await waitUntil('twenty requests were all sent within a second', async () => {
      const since = performance.now();
      answers = await Promise.all(Array.from({ length: 20 }, () => sendWithKey(api, client.key)));
      return performance.now() - since < 1_000;
    });
    const passed = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ status }) => status === 429);
    // The second may change in between, but not twice.
    expect(passed.length).toBeLessThanOrEqual(10);
    expect(passed.length + rejected.length).toBe(20);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'ratelimit-policy': '"key";q=5;w=1',
        ratelimit: expect.stringMatching(/^"key";r=\d;t=1$/),
      });
    for (const answer of rejected) {
      expect(answer.headers['retry-after']).toBe('1');
      expect(problemIn(answer)).toMatchObject({ type: expect.stringMatching(/\/forbidden$/), code: 'rate-limited' });
    }
    expect((await sendWithKey(api, other.key)).status).toBe(200);
    await waitUntil('its second has passed', async () => (await sendWithKey(api, client.key)).status === 200);
  });

  it('counts rejected requests against its limit too', async () => {
    const api = await anApi({ limits: { ...allowed, rate: { ...allowed.rate, perKey: 1 }, inFlight: 100 } });
    const client = await api.aClient({ scopes: ['orders:read'] });
    await waitUntil('with five concurrent requests has one too many', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => sendWithKey(api, client.key)));
      for (const { headers } of answers) expect(headers).toMatchObject({ ratelimit: '"key";r=0;t=1' });
      return answers.some(({ status }) => status === 429) && answers.some(({ status }) => status === 403);
    });
  });
});

describe('a broker', () => {
  it('that exceeds its rate with all its keys together is limited with 429 on each of them; another broker is not', async () => {
    const api = await anApi({ limits: { ...allowed, rate: { perKey: 4, perBroker: 5 } } });
    const other = await api.aClient();
    let answers: readonly PlainResponse[] = [];
    await waitUntil('each of ten keys was used twice within a second', async () => {
      // New keys for each round: a slow round before would have used up the second.
      const client = await api.aClient();
      const keys = [client.key];
      for (let count = 1; count < 10; count += 1) keys.push((await api.aClient({ broker: client.broker })).key);
      const since = performance.now();
      answers = await Promise.all([...keys, ...keys].map((key) => sendWithKey(api, key)));
      return performance.now() - since < 1_000;
    });
    const passed = answers.filter(({ status }) => status === 200);
    // The second may change in between, but not twice.
    expect(passed.length).toBeGreaterThanOrEqual(5);
    expect(passed.length).toBeLessThanOrEqual(10);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(problemIn(answer)).toMatchObject({ code: 'rate-limited' });
      expect(answer.headers).toMatchObject({
        'retry-after': '1',
        'ratelimit-policy': '"broker";q=5;w=1',
        ratelimit: '"broker";r=0;t=1',
      });
    }
    expect((await sendWithKey(api, other.key)).status).toBe(200);
  });

  it('with one key over its limit can still use its other keys', async () => {
    const api = await anApi({ limits: { ...allowed, rate: { perKey: 2, perBroker: 4 } } });
    await waitUntil('the other key passes after ten requests of the first, within a second', async () => {
      const client = await api.aClient();
      const second = await api.aClient({ broker: client.broker });
      const since = performance.now();
      const rejected = (await Promise.all(Array.from({ length: 10 }, () => sendWithKey(api, client.key)))).filter(
        ({ status }) => status === 429,
      );
      const passed = (await sendWithKey(api, second.key)).status === 200;
      expect(passed).toBe(true);
      for (const { headers } of rejected) expect(headers).toMatchObject({ ratelimit: '"key";r=0;t=1' });
      return rejected.length === 8 && performance.now() - since < 1_000;
    });
  });

  it('that has too many requests in flight with all its keys is limited with 429 until one is done; another broker is not', async () => {
    const api = await anApi({ limits: { ...allowed, rate: { ...allowed.rate, perKey: 1_000 }, inFlight: 2 } });
    const [client, other] = [await api.aClient(), await api.aClient()];
    const second = await api.aClient({ broker: client.broker });
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const holder = await api.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM line WHERE id = $1 FOR UPDATE', [id]);
    const held = [client, second].map(({ call }) => call(blockLineRoute, { params: { id } }));
    await waitUntil('both are waiting', async () => (await countWaitingSessions(api.db)) === 2);
    for (const { key } of [client, second]) {
      const rejected = await sendWithKey(api, key);
      expect(rejected.status).toBe(429);
      expect(problemIn(rejected)).toMatchObject({
        type: expect.stringMatching(/\/forbidden$/),
        code: 'too-many-in-flight',
      });
      expect(rejected.headers).toMatchObject({
        'retry-after': '1',
        'ratelimit-policy': '"in-flight";q=2;qu="concurrent-requests"',
        ratelimit: '"in-flight";r=0;t=1',
      });
    }
    expect((await sendWithKey(api, other.key)).status).toBe(200);
    await holder.query('COMMIT');
    holder.release();
    expect((await Promise.all(held)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await sendWithKey(api, client.key)).status).toBe(200);
  });

  it('whose client disconnects while the key is looked up releases its slot', async () => {
    const lookingUp: (() => void)[] = [];
    const caller = { keyId: 'a key', brokerId: null, scopes: ['orders:read' as const] };
    let wait = true;
    const disconnected = countLeftClients();
    const api = await anApi({
      limits: { ...allowed, rate: { ...allowed.rate, perKey: 1_000 }, inFlight: 1 },
      onCompleted: disconnected.answered,
      findCaller: async () => {
        if (wait) await new Promise<void>((resolve) => lookingUp.push(resolve));
        return caller;
      },
    });
    const controller = new AbortController();
    const aborted = fetch(`${api.url}/order-types`, { headers: { 'X-API-Key': 'x' }, signal: controller.signal }).catch(
      () => 'aborted',
    );
    await waitUntil('its key is looked up', () => lookingUp.length === 1);
    controller.abort();
    expect(await aborted).toBe('aborted');
    await waitUntil('the server has noticed that it disconnected', () => disconnected.count() === 1);
    wait = false;
    lookingUp[0]?.();
    expect((await send(api.port, { path: '/order-types', headers: { 'X-API-Key': 'x' } })).status).toBe(200);
  });
});
