import type { Scope } from '@linework/auth/scopes';
import { changePoolRoute, getPoolSummaryRoute } from '@linework/schemas/inventory/pools/pools.routes';
import { importResourcesRoute, listResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { buildNumbersCsv, createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.anOperatorsClient();
const { aPoolToFill, importFile, codesIn } = createImporter(api, client);
/** The line numbers of earlier batches are not stored. */
const inUseOrEarlier = 'externalCode is already in the inventory or in an earlier line';

describe('importing resources', () => {
  it('writes every row into the pool, in the order of the file, with events', async () => {
    const pool = await aPoolToFill();
    const response = await importFile(
      pool.id,
      ['externalCode,location,attributes.imsi,metadata.batch', '+5511987000001,SP,724,1', '+5511987000002,,,'].join(
        '\n',
      ),
    );
    expect(response).toMatchObject({ status: 200, body: { imported: 2, rejected: 0, dryRun: false, errors: [] } });
    const found = await api.db.prisma.resource.findMany({ where: { poolId: pool.id }, orderBy: { id: 'asc' } });
    expect(found).toMatchObject([
      {
        externalCode: '+5511987000001',
        location: 'SP',
        attributes: { imsi: '724' },
        metadata: { batch: '1' },
        typeId: pool.typeId,
        brokerId: pool.brokerId,
      },
      { externalCode: '+5511987000002', location: null, attributes: {}, metadata: {} },
    ]);
    const ids = found.map(({ id }) => id);
    expect(
      await api.db.prisma.event.count({ where: { resourceId: { in: ids }, type: 'resource.made_available' } }),
    ).toBe(2);
    expect(await api.db.prisma.resourceState.count({ where: { poolId: pool.id, status: 'available' } })).toBe(2);
  });

  it('is done by a broker in its own pools with the scope for it, and by an operator as before', async () => {
    const pool = await aPoolToFill();
    const send = async (scopes: readonly Scope[], brokerId: string | null, code: string) => {
      const sender =
        brokerId === null
          ? await api.anOperatorsClient(scopes)
          : await api.aClient({ broker: { id: brokerId, name: '' }, scopes });
      const response = await fetch(`${api.url}/inventory/pools/${pool.id}/resources/import`, {
        method: 'POST',
        headers: { 'X-API-Key': sender.key, 'Content-Type': 'text/csv' },
        body: `externalCode\n${code}\n`,
      });
      const { imported, code: problem } = (await response.json()) as { imported?: number; code?: string };
      return [response.status, imported ?? problem];
    };
    const other = await aPool(api.db);
    expect(await send(['inventory:import'], pool.brokerId, '+5511987000011')).toEqual([200, 1]);
    expect(await send(['operator'], null, '+5511987000012')).toEqual([200, 1]);
    expect(await send(['inventory:write'], pool.brokerId, '+5511987000013')).toEqual([403, 'missing-scope']);
    expect(await send(['inventory:import'], other.brokerId, '+5511987000014')).toEqual([404, 'not-found']);
  });

  it('accepts NDJSON', async () => {
    const pool = await aPoolToFill({ type: 'SIM' });
    const line = {
      externalCode: '8955010000000000013',
      attributes: { batch: [1] },
      metadata: { a: null },
      location: 'RJ',
      reservationTTL: 5,
      quarantineTTL: 0,
    };
    const response = await importFile(pool.id, `${JSON.stringify(line)}\n`, { mediaType: 'application/x-ndjson' });
    expect(response).toMatchObject({ status: 200, body: { imported: 1 } });
    expect(await api.db.prisma.resource.findFirst({ where: { poolId: pool.id } })).toMatchObject({
      externalCode: line.externalCode,
      attributes: line.attributes,
      metadata: line.metadata,
      location: 'RJ',
      reservationTtl: 5,
      quarantineTtl: 0,
    });
  });

  it('computes the check digits of ICCIDs where the file has none', async () => {
    const pool = await aPoolToFill({ type: 'SIM' });
    expect(
      await importFile(pool.id, 'externalCode\n895501111111111111\n', { query: { checkDigit: 'missing' } }),
    ).toMatchObject({ body: { imported: 1 } });
    expect(await codesIn(pool.id)).toEqual([expect.stringMatching(/^895501111111111111\d$/)]);
  });

  it('stores 20 digits as they are printed in a pool whose codes have no check digit', async () => {
    const pool = await aPoolToFill({ type: 'SIM', checkDigit: 'none' });
    const file =
      'externalCode,imsi\n89550112233445566778,724990000000021\n89550998877665512345,724990000000022\n' +
      '8955010000000000015F,724990000000023\n';
    expect(await importFile(pool.id, file.replace('imsi', 'attributes.imsi'))).toMatchObject({ body: { imported: 3 } });
    expect(await codesIn(pool.id)).toEqual(['8955010000000000015', '89550112233445566778', '89550998877665512345']);
    const query = { externalCode: '8955010000000000015F' };
    const found = await client.call(listResourcesRoute, { query });
    expect(found).toMatchObject({ body: { items: [{ externalCode: '8955010000000000015' }] } });
    const params = { poolId: pool.id };
    expect(await client.call(getPoolSummaryRoute, { params })).toMatchObject({ body: { checkDigit: 'none' } });
    expect(await client.call(changePoolRoute, { params, body: { checkDigit: 'luhn' } })).toMatchObject({ status: 200 });
    expect(await client.call(getPoolSummaryRoute, { params })).toMatchObject({ body: { checkDigit: 'luhn' } });
    expect(await importFile(pool.id, 'externalCode\n89550112233445566779\n')).toMatchObject({
      body: { imported: 0, errors: [{ detail: expect.stringContaining('wrong check digit') }] },
    });
  });

  it('accepts a SIM with or without an IMSI, but not with an invalid one', async () => {
    const pool = await aPoolToFill({ type: 'SIM' });
    const rows = [
      'externalCode,attributes.imsi',
      '895501222222222221,724055000000001',
      '895501222222222222,',
      '895501222222222223,7240550',
    ];
    expect(await importFile(pool.id, rows.join('\n'), { query: { checkDigit: 'missing' } })).toMatchObject({
      body: {
        imported: 2,
        errors: [{ line: 4, detail: 'Line 4 is not valid: attributes/imsi: must be 14 or 15 digits.' }],
      },
    });
  });

  it('imports the valid rows and reports the bad ones with line, detail and code', async () => {
    const pool = await aPoolToFill();
    const rows = [
      'externalCode',
      '+5511987100001',
      '5511987100002',
      '+5511987100001',
      '+551133334444',
      '+5511987100003',
    ];
    expect(await importFile(pool.id, rows.join('\n'))).toMatchObject({
      status: 200,
      body: {
        imported: 2,
        rejected: 3,
        errors: [
          {
            line: 3,
            detail: 'Line 3 is not valid: externalCode must start with + and the country code.',
            externalCode: '5511987100002',
          },
          {
            line: 4,
            detail: 'Line 4 is not valid: externalCode is already in line 2.',
            externalCode: '+5511987100001',
          },
          {
            line: 5,
            detail: 'Line 5 is not valid: externalCode is not a mobile number of its country.',
            externalCode: '+551133334444',
          },
        ],
      },
    });
    expect(await codesIn(pool.id)).toEqual(['+5511987100001', '+5511987100003']);
  });

  it('reports a code that is in use, even by another broker, without its owner', async () => {
    const [code = ''] = await codesIn((await aPool(api.db, { count: 1 })).id);
    const pool = await aPoolToFill();
    expect(
      await importFile(pool.id, `externalCode\n${code.replace('+55119', '+55 11 9')}\n+5511987200002\n`),
    ).toMatchObject({
      body: {
        imported: 1,
        rejected: 1,
        errors: [
          {
            line: 2,
            detail: `Line 2 is not valid: ${inUseOrEarlier}.`,
            externalCode: code,
            code: 'external-code-taken',
          },
        ],
      },
    });
  });

  it('imports the earlier of two rows with the same code, in any batch', async () => {
    const pool = await aPoolToFill();
    const rows = Array.from({ length: 3_000 }, (_, at) => `+55219${90_000_000 + at},`);
    const file = ['externalCode,location', '+5511987500001,first', ...rows, '+5511987500001,last'].join('\n');
    const response = await importFile(pool.id, file);
    expect(response.body).toMatchObject({
      imported: 3_001,
      errors: [{ line: 3_003, detail: `Line 3003 is not valid: ${inUseOrEarlier}.`, externalCode: '+5511987500001' }],
    });
    expect(await api.db.prisma.resource.findMany({ where: { externalCode: '+5511987500001' } })).toMatchObject([
      { location: 'first' },
    ]);
  });

  it('accepts the code of a withdrawn resource', async () => {
    const old = await aPoolToFill({ count: 1 });
    const [code = ''] = await codesIn(old.id);
    await api.db.pool.query("UPDATE resource_state SET status = 'decommissioned' WHERE pool_id = $1", [old.id]);
    const pool = await aPoolToFill({ type: 'MSISDN' });
    expect(
      await importFile(pool.id, JSON.stringify({ externalCode: code }), { mediaType: 'application/x-ndjson' }),
    ).toMatchObject({ body: { imported: 1 } });
  });

  it('counts all bad rows and lists the first thousand', async () => {
    const pool = await aPoolToFill();
    const response = await importFile(pool.id, `externalCode\n${'x\n'.repeat(3_000)}+5511987300001\n`);
    expect(response).toMatchObject({ body: { imported: 1, rejected: 3_000 } });
    const { errors } = response.body as { errors: { line: number }[] };
    expect(errors.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2));
  });

  it('imports 20,000 rows once each, however often they are sent', async () => {
    const pool = await aPoolToFill();
    const content = buildNumbersCsv({ from: 60_000_000, count: 20_000 });
    expect(await importFile(pool.id, content)).toMatchObject({ body: { imported: 20_000, rejected: 0 } });
    expect(await importFile(pool.id, content)).toMatchObject({ body: { imported: 0, rejected: 20_000 } });
    expect(await api.db.prisma.poolCount.aggregate({ where: { poolId: pool.id }, _sum: { delta: true } })).toEqual({
      _sum: { delta: 20_000 },
    });
  });

  it('by several clients at once imports each code once and reports the others to each client', async () => {
    const pools = await Promise.all([aPoolToFill(), aPoolToFill(), aPoolToFill(), aPoolToFill()]);
    const content = buildNumbersCsv({ from: 70_000_000, count: 5_000 });
    const responses = await Promise.all(pools.map(({ id }) => importFile(id, content)));
    const reports = responses.map(({ body }) => body as { imported: number; rejected: number });
    expect(reports.every(({ imported, rejected }) => imported + rejected === 5_000)).toBe(true);
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(5_000);
    expect((await Promise.all(pools.map(({ id }) => codesIn(id)))).flat()).toHaveLength(5_000);
  });

  it.each([
    ['is empty', '', 'empty-file'],
    ['has no header', '+5511987400001\n', 'bad-header'],
    ['has unknown columns', 'externalCode,colour\n+5511987400001,red\n', 'bad-header'],
    ['has a header without an end', 'x'.repeat(70_000), 'bad-header'],
  ])('returns 422 for a file that %s, and writes nothing', async (_, content, code) => {
    const pool = await aPoolToFill();
    const before = await readDatabaseState(api.db);
    for (const query of [{}, { atomic: true }, { dryRun: true }]) {
      expect(await importFile(pool.id, content, { query })).toMatchObject({ status: 422, body: { code, imported: 0 } });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('imports the valid rows around unreadable ones', async () => {
    const pool = await aPoolToFill();
    const rows = [
      'externalCode,location',
      '+5511987600001,',
      '+5511987600002,"Rua" B',
      `+5511987600003,${'x'.repeat(70_000)}`,
      '+5511987600004,',
      '"+55',
    ];
    expect(await importFile(pool.id, rows.join('\n'))).toMatchObject({
      status: 200,
      body: {
        imported: 2,
        rejected: 3,
        errors: [
          { line: 3, detail: 'Line 3 is not valid: has text after a closing quote.' },
          { line: 4, detail: 'Line 4 is not valid: is longer than 65536 bytes.' },
          { line: 6, detail: 'Line 6 is not valid: opens a quote that is not closed.' },
        ],
      },
    });
    expect(await codesIn(pool.id)).toEqual(['+5511987600001', '+5511987600004']);
  });

  it('returns 415 for a file of another type', async () => {
    const pool = await aPoolToFill();
    const response = await fetch(`${api.url}/inventory/pools/${pool.id}/resources/import`, {
      method: 'POST',
      headers: { 'X-API-Key': client.key, 'Content-Type': 'application/vnd.ms-excel' },
      body: 'externalCode\n',
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('text/csv, application/x-ndjson');
  });

  it('returns 404 for an unknown pool, and rejects brokers without the scope', async () => {
    const stream = { mediaType: 'text/csv', content: 'externalCode\n' } as const;
    const params = { poolId: '018f0000-0000-7000-8000-00000000dead' };
    expect((await client.call(importResourcesRoute, { params, stream })).status).toBe(404);
    const pool = await aPoolToFill();
    const broker = await api.aClient({ broker: { id: pool.brokerId, name: '' }, scopes: ['inventory:write'] });
    expect((await broker.call(importResourcesRoute, { params: { poolId: pool.id }, stream })).status).toBe(403);
  });
});
