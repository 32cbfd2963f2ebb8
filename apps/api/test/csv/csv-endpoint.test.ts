import { changeLineRoute } from '@linework/schemas/lines/lines.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../console/test-console.ts';
import { aFailedOrder } from '../orders/a-failed-order.ts';
import { testWorker } from '../support/worker.ts';

const console = await startTestConsole();
const { api } = console;
afterAll(() => console.close());

const csv = { Accept: 'text/csv' };
const readCsv = async (path: string, key: string, url = api.url) => {
  const response = await fetch(`${url}${path}`, { headers: { ...csv, 'X-API-Key': key } });
  return { response, rows: (await response.text()).split('\r\n').slice(0, -1) };
};

describe('a list as CSV', () => {
  it('has all rows beyond the limit of a page, with the filters and the order of the list, and those of no other broker', async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    const { resourceIds } = await aPool(api.db, { brokerId: client.broker.id, count: 2_500 });
    await aPool(api.db, { brokerId: other.broker.id, count: 3 });
    const { response, rows } = await readCsv(
      '/inventory/resources?sortBy=externalCode&sortOrder=asc&limit=5',
      client.key,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="resources.csv"');
    const [header = '', ...lines] = rows;
    const columns = header.split(',');
    expect(columns).toEqual(
      expect.arrayContaining(['id', 'status', 'brokerId', 'type.name', 'pool.title', 'externalCode', 'attributes']),
    );
    const ids = lines.map((line) => line.split(',')[columns.indexOf('id')]);
    expect(ids.toSorted()).toEqual([...resourceIds].toSorted());
    expect((await readCsv('/inventory/resources?status=active', client.key)).rows).toEqual([header]);
  });

  it('needs the scope, a valid filter and an accepted media type like the list itself', async () => {
    const reader = await api.aClient({ scopes: ['orders:read'] });
    expect((await readCsv('/lines', reader.key)).response.status).toBe(403);
    const client = await api.aClient();
    expect((await readCsv('/lines?status=LOST', client.key)).response.status).toBe(400);
    const record = await fetch(`${api.url}/lines/${client.broker.id}`, {
      headers: { ...csv, 'X-API-Key': client.key },
    });
    expect(record.status).toBe(406);
    const head = await fetch(`${api.url}/lines`, { method: 'HEAD', headers: { ...csv, 'X-API-Key': client.key } });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });

  it.each([
    ['/order-groups', 'errorCode', 'unknown-subscriber'],
    ['/order-report?by=type,status', 'status', 'FAILED'],
    ['/audit?type=line.changed', 'type', 'line.changed'],
  ])('is also sent by %s', async (path, column, value) => {
    const client = await api.aClient();
    const { line } = await aFailedOrder(api, client, testWorker(api));
    await client.call(changeLineRoute, { params: { id: line.id }, body: { metadata: { tier: 'gold' } } });
    const { response, rows } = await readCsv(path, client.key);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header = '', ...lines] = rows;
    expect(lines.map((row) => row.split(',')[header.split(',').indexOf(column)])).toEqual([value]);
    // The filter of a group is that of the request.
    expect(lines.join()).not.toContain('limit');
  });

  it('is masked for people as JSON is, and read by a viewer', async () => {
    const { broker } = await api.aClient();
    const holder = await aHolder(api.db, { brokerId: broker.id });
    const page = await console.signedIn('viewer');
    const path = `/holders?brokerId=${broker.id}`;
    const { status, text } = await page.call('GET', path, undefined, csv);
    expect(status).toBe(200);
    const [header = '', line = ''] = text.split('\r\n');
    const { json } = await page.call('GET', path);
    expect(line).toContain(holder.id);
    const taxId = line.split(',')[header.split(',').indexOf('federalTaxId')];
    expect(taxId).toBe(json.items[0].federalTaxId);
    const { federalTaxId } = await api.db.prisma.holder.findUniqueOrThrow({ where: { id: holder.id } });
    expect(text).not.toContain(federalTaxId);
  });
});
