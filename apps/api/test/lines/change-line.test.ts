import { changeLineRoute, getLineRoute, listLineEventsRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const ownLine = () => anActiveLine(api.db, { brokerId: client.broker.id });
const change = (id: string, body: object) => client.call(changeLineRoute, { params: { id }, body });
const lineOf = async (id: string) => (await client.call(getLineRoute, { params: { id } })).body;

describe('changing a line', () => {
  it('sets its external code, replaces its metadata and keeps the rest', async () => {
    const { id } = await ownLine();
    const before = await lineOf(id);
    const response = await change(id, {
      externalCode: 'A-1',
      metadata: { seat: 4, tags: ['x', null], nested: { a: true } },
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ...before,
      updatedAt: expect.any(String),
      externalCode: 'A-1',
      metadata: { seat: 4, tags: ['x', null], nested: { a: true } },
    });
    expect(await lineOf(id)).toEqual(response.body);
    await change(id, { metadata: { other: 1 } });
    expect(await lineOf(id)).toMatchObject({ externalCode: 'A-1', metadata: { other: 1 } });
  });

  it('removes the external code for null', async () => {
    const { id } = await ownLine();
    await change(id, { externalCode: 'A-2' });
    expect((await change(id, { externalCode: null })).body).not.toHaveProperty('externalCode');
  });

  it("stores the changed members and the database's time in its event", async () => {
    const { id } = await ownLine();
    const { rows } = await api.db.pool.query<{ now: Date }>('SELECT now()');
    const { body } = await change(id, { externalCode: 'A-3' });
    expect(new Date((body as { updatedAt: string }).updatedAt).getTime()).toBeGreaterThanOrEqual(
      rows[0]?.now.getTime() ?? Infinity,
    );
    const events = await client.call(listLineEventsRoute, { params: { id } });
    expect((events.body as { items: unknown[] }).items.at(-1)).toMatchObject({
      type: 'line.changed',
      details: { changed: ['externalCode'] },
    });
  });

  it('without changes writes nothing', async () => {
    const { id } = await ownLine();
    const state = await readDatabaseState(api.db);
    expect(await change(id, {})).toMatchObject({ status: 200, body: { id } });
    expect(await readDatabaseState(api.db)).toEqual(state);
  });

  it('returns 409 for an external code of another line of the broker, but not of another broker', async () => {
    const [one, other] = [await ownLine(), await ownLine()];
    const foreign = await anActiveLine(api.db, { externalCode: 'foreign' });
    expect(foreign.brokerId).not.toBe(client.broker.id);
    await change(one.id, { externalCode: 'in-use' });
    const state = await readDatabaseState(api.db);
    expect(await change(other.id, { externalCode: 'in-use', metadata: { lost: true } })).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken' },
    });
    expect(await readDatabaseState(api.db)).toEqual(state);
    expect((await change(other.id, { externalCode: 'foreign' })).status).toBe(200);
    expect((await change(one.id, { externalCode: 'in-use' })).status).toBe(200);
  });

  it('with an Idempotency-Key stores that 409 and repeats it', async () => {
    const [one, other] = [await ownLine(), await ownLine()];
    await change(one.id, { externalCode: 'stored' });
    const request = () =>
      client.call(changeLineRoute, {
        params: { id: other.id },
        body: { externalCode: 'stored' },
        headers: { 'Idempotency-Key': 'code-in-use' },
      });
    expect(await request()).toMatchObject({ status: 409, body: { code: 'external-code-taken' } });
    expect(await request()).toMatchObject({ status: 409, body: { code: 'external-code-taken' } });
  });

  it('accepts members of any name but one, and text of any script', async () => {
    const { id } = await ownLine();
    const send = (metadata: string) =>
      fetch(`${api.url}/lines/${id}`, {
        method: 'PATCH',
        headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json' },
        body: `{"metadata":${metadata}}`,
      });
    const sent = '{"constructor":"c","toString":null,"":0,"nested":{"prototype":{"a":1}},"ключ":"значение","🂡":"😀"}';
    const stored = JSON.parse(await (await send(sent)).text()).metadata;
    const sorted = (metadata: object) => JSON.stringify(Object.entries(metadata).toSorted());
    expect(sorted(stored)).toBe(sorted(JSON.parse(sent)));
    for (const [metadata, pointer] of [
      ['{"__proto__":{"a":1}}', '/metadata/__proto__'],
      ['{"nested":{"__proto__":{"a":1}}}', '/metadata/nested/__proto__'],
      ['{"list":[1,[{"__proto__":1}]]}', '/metadata/list/1/0/__proto__'],
    ] as const) {
      const rejected = await send(metadata);
      expect([rejected.status, await rejected.json()]).toMatchObject([400, { errors: [{ pointer }] }]);
    }
  });
});
