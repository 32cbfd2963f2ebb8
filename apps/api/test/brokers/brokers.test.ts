import { randomUUID } from 'node:crypto';
import { createClient } from '@linework/http/client';
import type { Broker } from '@linework/schemas/brokers/broker';
import {
  changeBrokerRoute,
  createBrokerRoute,
  getBrokerRoute,
  listBrokerEventsRoute,
  listBrokersRoute,
} from '@linework/schemas/brokers/brokers.routes';
import { createApiKeyRoute, rollApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();

type BrokerBody = Parameters<typeof operator.call<typeof createBrokerRoute>>[1]['body'];
const create = (body: BrokerBody, headers = {}) => operator.call(createBrokerRoute, { body, headers });
const aName = () => `Broker ${randomUUID()}`;
const aCode = () => `b-${randomUUID()}`;

async function aNewBroker(more: Partial<BrokerBody> = {}): Promise<Broker> {
  const { status, body } = await create({ name: aName(), ...more });
  expect(status).toBe(201);
  return body as Broker;
}

describe('creating a broker', () => {
  it('returns it with its address, and records who created it', async () => {
    const [name, code] = [aName(), aCode()];
    const { status, body, headers } = await create({ name: `  ${name} `, code });
    expect(status).toBe(201);
    const created = body as Broker;
    expect(created).toEqual({
      id: expect.any(String),
      name,
      code,
      status: 'ACTIVE',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(headers.get('Location')).toBe(`/brokers/${created.id}`);
    expect(await operator.call(getBrokerRoute, { params: { id: created.id } })).toMatchObject({
      status: 200,
      body: created,
    });
    expect((await operator.call(listBrokerEventsRoute, { params: { id: created.id } })).body).toMatchObject({
      items: [{ type: 'broker.created', to: 'ACTIVE', resource: { type: 'broker', id: created.id } }],
    });
    expect(await api.db.prisma.event.findFirst({ where: { resourceId: created.id } })).toMatchObject({
      keyId: operator.keyId,
    });
  });

  it('allows creating a working key for it', async () => {
    const { id } = await aNewBroker();
    const { body } = await operator.call(createApiKeyRoute, {
      body: { name: 'shop', brokerId: id, scopes: ['lines:read'] },
    });
    const brokerClient = createClient(api.url, { apiKey: (body as { key: string }).key });
    expect(await brokerClient.call(listLinesRoute)).toMatchObject({ status: 200, body: { items: [] } });
  });

  it('accepts the id of the broker in another Linework', async () => {
    const id = randomUUID();
    expect((await aNewBroker({ id })).id).toBe(id);
  });

  it('puts its group into its keys, and into the prefix that is shown', async () => {
    const broker = await aNewBroker({ cellGroup: 'a1' });
    expect(broker.cellGroup).toBe('a1');
    const { body } = await operator.call(createApiKeyRoute, {
      body: { name: 'shop', brokerId: broker.id, scopes: ['lines:read', 'keys:write'] },
    });
    const { id, key, prefix } = body as { id: string; key: string; prefix: string };
    expect(key).toMatch(/^lw_a1_[0-9A-Za-z]{49}$/);
    expect(prefix).toBe(key.slice(0, 11));
    const own = createClient(api.url, { apiKey: key });
    expect(await own.call(listLinesRoute)).toMatchObject({ status: 200 });
    const rolled = await own.call(rollApiKeyRoute, { params: { id }, body: { oldKeyEndsInSeconds: 0 } });
    expect(rolled.body).toMatchObject({ key: expect.stringMatching(/^lw_a1_/) });
  });

  it('rejects a group that a key cannot carry, here and in the database', async () => {
    for (const cellGroup of ['', 'A', 'a_b', 'ninechars']) {
      const rejected = await create({ name: aName(), cellGroup });
      expect(rejected).toMatchObject({ status: 400, body: { errors: [{ pointer: '/cellGroup' }] } });
      const insert = api.db.pool.query('INSERT INTO broker (id, name, cell_group) VALUES ($1, $2, $3)', [
        randomUUID(),
        aName(),
        cellGroup,
      ]);
      await expect(insert).rejects.toMatchObject({ constraint: 'broker_cell_group_has_valid_format' });
    }
  });

  it('gets the group of the installation, if it names none', async () => {
    const cell = await startTestApi({ deps: { cellGroup: 'west' } });
    onTestFinished(() => cell.close());
    const ofCell = await cell.anOperatorsClient();
    const named = async (more: Partial<BrokerBody>) =>
      ((await ofCell.call(createBrokerRoute, { body: { name: aName(), ...more } })).body as Broker).cellGroup;
    expect([await named({}), await named({ cellGroup: 'b' })]).toEqual(['west', 'b']);
    const { body } = await ofCell.call(createApiKeyRoute, { body: { name: 'an operator', scopes: ['operator'] } });
    expect(body).toMatchObject({ key: expect.stringMatching(/^lw_west_/) });
  });

  it('reports all members that another broker uses at once, and changes nothing', async () => {
    const [first, second] = [await aNewBroker({ code: aCode() }), await aNewBroker({ code: aCode() })];
    const before = await readDatabaseState(api.db);
    expect(await create({ id: first.id, name: second.name, code: first.code })).toMatchObject({
      status: 409,
      body: { code: 'broker-taken', errors: [{ pointer: '/id' }, { pointer: '/name' }, { pointer: '/code' }] },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('succeeds once for many concurrent requests with the same name', async () => {
    const name = aName();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create({ name })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    for (const { status, body } of responses)
      if (status === 409) expect(body).toMatchObject({ code: 'broker-taken', errors: [{ pointer: '/name' }] });
  });

  it('with an Idempotency-Key creates one', async () => {
    const name = aName();
    const request = () => create({ name }, { 'Idempotency-Key': 'a-broker' });
    const [first, again] = [await request(), await request()];
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('reports every error of a body at once', async () => {
    expect(await create({ id: 'x', name: ' ', code: '-', more: 1 } as never)).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining(
          ['/id', '/name', '/code', '/more'].map((pointer) => expect.objectContaining({ pointer })),
        ),
      },
    });
  });

  it.each(['', '-a', 'a b', 'ä', 'x'.repeat(51)])(
    'is also rejected by the database, with the code %j',
    async (code) => {
      const insert = api.db.pool.query('INSERT INTO broker (id, name, code) VALUES ($1, $2, $3)', [
        randomUUID(),
        aName(),
        code,
      ]);
      await expect(insert).rejects.toMatchObject({ constraint: 'broker_code_has_valid_format' });
    },
  );
});

describe('changing a broker', () => {
  const change = (id: string, body: object) => operator.call(changeBrokerRoute, { params: { id }, body });
  const changesOf = (resourceId: string) =>
    api.db.prisma.event.findMany({ where: { resourceId, type: 'broker.changed' } });

  it('changes the sent members only, null removes the code, and the event lists only member names', async () => {
    const created = await aNewBroker({ code: aCode() });
    const name = aName();
    const renamed = await change(created.id, { name });
    expect(renamed).toMatchObject({ status: 200, body: { ...created, name, updatedAt: expect.any(String) } });
    const { body } = await change(created.id, { code: null });
    expect(body).not.toHaveProperty('code');
    expect(await changesOf(created.id)).toMatchObject([
      { details: { changed: ['name'] }, keyId: operator.keyId },
      { details: { changed: ['code'] }, keyId: operator.keyId },
    ]);
  });

  it('does nothing and emits no event when no change is requested', async () => {
    const created = await aNewBroker();
    expect(await change(created.id, {})).toMatchObject({ status: 200, body: created });
    expect(await changesOf(created.id)).toEqual([]);
  });

  it('cannot give it values of another broker, but can repeat its own', async () => {
    const [one, other] = [await aNewBroker({ code: aCode() }), await aNewBroker({ code: aCode() })];
    expect(await change(one.id, { name: other.name, code: other.code })).toMatchObject({
      status: 409,
      body: { code: 'broker-taken', errors: [{ pointer: '/name' }, { pointer: '/code' }] },
    });
    expect(await change(one.id, { name: one.name, code: one.code })).toMatchObject({ status: 200 });
  });
});

describe('the group of a broker', () => {
  const change = (id: string, body: object) => operator.call(changeBrokerRoute, { params: { id }, body });

  it('can be set once: keys have it', async () => {
    const { id } = await aNewBroker();
    expect(await change(id, { cellGroup: 'a' })).toMatchObject({ status: 200, body: { cellGroup: 'a' } });
    expect(await change(id, { cellGroup: 'a' })).toMatchObject({ status: 200, body: { cellGroup: 'a' } });
    const before = await readDatabaseState(api.db);
    expect(await change(id, { cellGroup: 'b', code: aCode() })).toMatchObject({
      status: 409,
      body: { code: 'cell-group-set' },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(await change(id, { code: aCode() })).toMatchObject({ status: 200, body: { cellGroup: 'a' } });
    expect(await change(randomUUID(), { cellGroup: 'b' })).toMatchObject({ status: 404 });
  });
});

describe('the list of brokers', () => {
  it('is sorted and filtered by name, code and status', async () => {
    const mark = randomUUID();
    const [a, b] = [await aNewBroker({ name: `B ${mark}`, code: aCode() }), await aNewBroker({ name: `A ${mark}` })];
    const list = async (query: object) => {
      const { status, body } = await operator.call(listBrokersRoute, { query });
      return status === 200 ? body.items.map(({ id }) => id) : body;
    };
    expect(await list({ name: mark.toUpperCase() })).toEqual([b.id, a.id]);
    expect(await list({ name: mark, sortBy: 'name', sortOrder: 'asc' })).toEqual([b.id, a.id]);
    expect(await list({ code: a.code })).toEqual([a.id]);
    expect(await list({ name: mark, status: 'SUSPENDED' })).toEqual([]);
  });
});
