import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../console/test-console.ts';

const console = await startTestConsole();
const { api } = console;
afterAll(() => console.close());

const aView = (more: object = {}) => ({
  page: 'orders',
  name: 'Failed at night',
  query: 'status=FAILED&createdAtFrom=2026-11-01',
  ...more,
});

describe('a saved view', () => {
  it('belongs to its person, who lists, renames and deletes it, and nobody else sees it', async () => {
    const [ana, bea] = [await console.signedIn('operator'), await console.signedIn('administrator')];
    const created = await ana.call('POST', '/saved-views', aView());
    expect(created).toMatchObject({
      status: 201,
      json: { ...aView(), shared: false, own: true, owner: { type: 'operator', operatorId: ana.id } },
    });
    const path = `/saved-views/${created.json.id}`;
    expect((await ana.call('GET', '/saved-views?view=orders')).json).toMatchObject({ meta: { total: 1 } });
    expect((await ana.call('GET', '/saved-views?view=lines')).json).toMatchObject({ meta: { total: 0 } });
    expect((await bea.call('GET', '/saved-views')).json).toMatchObject({ meta: { total: 0 } });
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      expect((await bea.call(method, path, body)).status).toBe(404);
    expect((await ana.call('PATCH', path, { name: 'Tonight' })).json).toMatchObject({
      name: 'Tonight',
      query: aView().query,
    });
    expect((await ana.call('DELETE', path)).status).toBe(204);
    const events = await api.db.prisma.event.findMany({
      where: { resourceId: created.json.id },
      orderBy: { seq: 'asc' },
    });
    expect(events.map(({ type, keyId, brokerId }) => [type, keyId, brokerId])).toEqual(
      ['created', 'changed', 'deleted'].map((name) => [`saved_view.${name}`, ana.id, null]),
    );
  });

  it('that is shared is seen by everybody, and changed by its owner and by administrators only', async () => {
    const [ana, bea] = [await console.signedIn('operator'), await console.signedIn('operator')];
    const [carla, dora] = [await console.signedIn('viewer'), await console.signedIn('administrator')];
    const { json } = await ana.call('POST', '/saved-views', aView({ name: 'All', shared: true }));
    const path = `/saved-views/${json.id}`;
    expect((await carla.call('GET', path)).json).toMatchObject({ own: false, owner: { name: ana.name } });
    expect((await carla.call('PATCH', path, { name: 'Hers' })).json).toMatchObject({ code: 'missing-role' });
    expect((await bea.call('PATCH', path, { name: 'Hers' })).json).toMatchObject({
      status: 403,
      code: 'not-the-owner',
    });
    expect((await bea.call('DELETE', path)).json).toMatchObject({ code: 'not-the-owner' });
    expect((await dora.call('PATCH', path, { shared: false })).json).toMatchObject({ shared: false });
    expect((await dora.call('GET', path)).status).toBe(404);
    expect((await ana.call('GET', path)).status).toBe(200);
  });

  it('has a name of its own for each page and owner, and no number of a person', async () => {
    const [ana, bea] = [await console.signedIn('operator'), await console.signedIn('operator')];
    expect((await ana.call('POST', '/saved-views', aView())).status).toBe(201);
    expect((await ana.call('POST', '/saved-views', aView({ name: 'FAILED at night' }))).json).toMatchObject({
      status: 409,
      code: 'saved-view-taken',
    });
    expect((await ana.call('POST', '/saved-views', aView({ page: 'lines' }))).status).toBe(201);
    expect((await bea.call('POST', '/saved-views', aView())).status).toBe(201);
    const { json } = await ana.call('POST', '/saved-views', aView({ name: 'Ana', query: 'msisdn=%2B5511987654321' }));
    expect(json).toMatchObject({ status: 422, code: 'personal-data-in-view' });
    expect(
      (await ana.call('POST', '/saved-views', { page: 'No Page', name: ' ', query: 'x'.repeat(2_001) })).json.errors,
    ).toHaveLength(3);
  });

  it('is refused above 100 of one owner', async () => {
    const ana = await console.signedIn('operator');
    const insert = `INSERT INTO saved_view (id, owner_id, page, name, query)
       SELECT gen_random_uuid(), $1, 'orders', 'view ' || n, ''
       FROM generate_series(1, 100) n`;
    await api.db.pool.query(insert, [ana.id]);
    expect((await ana.call('POST', '/saved-views', aView())).json).toMatchObject({
      status: 409,
      code: 'too-many-saved-views',
    });
  });

  it('is nothing for the key of a broker', async () => {
    const client = await api.aClient();
    expect((await fetch(`${api.url}/saved-views`, { headers: { 'X-API-Key': client.key } })).status).toBe(403);
  });
});
