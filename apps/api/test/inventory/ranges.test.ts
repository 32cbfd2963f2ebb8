import { randomUUID } from 'node:crypto';
import type { Range, RangeKind } from '@linework/schemas/inventory/ranges/range';
import {
  createRangeRoute,
  deleteRangeRoute,
  getRangeRoute,
  listRangesRoute,
} from '@linework/schemas/inventory/ranges/ranges.routes';
import { createResourceRoute, createResourceTypeRoute } from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const [operator, client, other] = [await api.anOperatorsClient(), await api.aClient(), await api.aClient()];
const { importFile, codesIn } = createImporter(api, operator);

let blocks = 100;
/** The ends of a range that no other test uses. */
function aBlock(kind: RangeKind = 'MSISDN') {
  blocks += 1;
  const [first, last] = { MSISDN: [`+55219${blocks}`, 5], ICCID: [`8955${blocks}`, 12], IMSI: [`724${blocks}`, 9] }[
    kind
  ] as [string, number];
  return { kind, from: first + '0'.repeat(last), to: first + '9'.repeat(last) };
}
const assign = (range: { kind: RangeKind; from: string; to: string }, brokerId = client.broker.id) =>
  operator.call(createRangeRoute, { body: { ...range, brokerId } });
const create = (by: typeof client, poolId: string, externalCode: string, attributes = {}) =>
  by.call(createResourceRoute, { params: { poolId }, body: { externalCode, attributes } });

describe('a range', () => {
  it('is assigned by an operator, has an event, and is visible only to its broker', async () => {
    const block = aBlock();
    const created = await assign(block);
    expect(created).toMatchObject({ status: 201, body: { ...block, brokerId: client.broker.id } });
    const { id } = created.body as Range;
    expect(created.headers.get('Location')).toBe(`/inventory/ranges/${id}`);
    expect(await client.call(getRangeRoute, { params: { id } })).toMatchObject({ status: 200, body: created.body });
    expect(await other.call(getRangeRoute, { params: { id } })).toMatchObject({ status: 404 });
    const events = await api.db.prisma.event.findMany({ where: { resourceId: id } });
    expect(events).toMatchObject([
      {
        type: 'range.created',
        resourceType: 'range',
        brokerId: client.broker.id,
        keyId: operator.keyId,
        details: block,
      },
    ]);
    expect(await api.db.prisma.numberRange.findUnique({ where: { id } })).toMatchObject({ keyId: operator.keyId });
  });

  it("cannot be assigned or deleted with a broker's key", async () => {
    const { id } = await aRange(api.db, { ...aBlock(), brokerId: client.broker.id });
    expect(await client.call(createRangeRoute, { body: { ...aBlock(), brokerId: client.broker.id } })).toMatchObject({
      status: 403,
    });
    expect(await client.call(deleteRangeRoute, { params: { id } })).toMatchObject({ status: 403 });
  });

  it('is listed by kind and by broker', async () => {
    const [numbers, imsis] = [
      (await assign(aBlock(), other.broker.id)).body as Range,
      (await assign(aBlock('IMSI'), other.broker.id)).body as Range,
    ];
    const idsOf = async (query: object) => {
      const { body } = await operator.call(listRangesRoute, { query: { brokerId: [other.broker.id], ...query } });
      return (body as { items: Range[] }).items.map(({ id }) => id);
    };
    expect(await idsOf({ sortBy: 'from', sortOrder: 'asc' })).toEqual([numbers.id, imsis.id]);
    expect(await idsOf({ kind: ['IMSI'] })).toEqual([imsis.id]);
    expect(await client.call(listRangesRoute, { query: { brokerId: [other.broker.id] } })).toMatchObject({
      body: { items: [] },
    });
  });

  it.each([
    [
      'with ends that are not numbers',
      { kind: 'MSISDN', from: '5521900000000', to: '+0521900000000' },
      ['/from', '/to'],
    ],
    ['with ends that are not ICCIDs', { kind: 'ICCID', from: '8855010000000000000', to: '895501' }, ['/from', '/to']],
    ['with ends that are not IMSIs', { kind: 'IMSI', from: '7240500000000001', to: '72405' }, ['/from', '/to']],
    ['with ends of different lengths', { kind: 'IMSI', from: '72405000000000', to: '724050000000000' }, ['/to']],
    ['that ends before it begins', { kind: 'MSISDN', from: '+5521900000001', to: '+5521900000000' }, ['/to']],
  ] as const)('%s is rejected with all errors', async (_, range, pointers) => {
    expect(await assign(range)).toMatchObject({
      status: 400,
      body: { errors: pointers.map((pointer) => ({ pointer })) },
    });
  });

  it.each([
    ['the same codes', (from: string, to: string) => [from, to]],
    ['its first code', (from: string) => [from.replace(/\d$/, '0'), from]],
    ['its last code', (_: string, to: string) => [to, to]],
    ['a part of it', (from: string, to: string) => [from.replace(/0$/, '5'), to.replace(/9$/, '5')]],
  ] as const)('with %s of another is rejected with the other range, of any broker', async (_, ends) => {
    const block = aBlock();
    const inTheWay = (await assign(block, other.broker.id)).body as Range;
    const [from = '', to = ''] = ends(block.from, block.to);
    const before = await readDatabaseState(api.db);
    expect(await assign({ kind: 'MSISDN', from, to })).toMatchObject({
      status: 422,
      body: { code: 'range-overlaps', ranges: [inTheWay], errors: [{ pointer: '/from' }] },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('with an unknown broker and overlaps is rejected with all errors', async () => {
    const [one, two] = [aBlock(), aBlock()];
    for (const block of [one, two]) await assign(block);
    expect(await assign({ kind: 'MSISDN', from: one.from, to: two.to }, randomUUID())).toMatchObject({
      status: 422,
      body: { code: 'unknown-broker', errors: [{ pointer: '/brokerId' }, { pointer: '/from' }, { pointer: '/from' }] },
    });
  });

  it('of concurrent requests is assigned to one of them', async () => {
    const block = aBlock();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => assign(block, at % 2 === 0 ? client.broker.id : other.broker.id)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => (body as { code?: string }).code === 'range-overlaps')).toHaveLength(9);
  });

  it('of codes of another length or kind does not overlap', async () => {
    for (const [from, to] of [
      ['72466000000000', '72466999999999'],
      ['724660000000000', '724669999999999'],
    ] as const) {
      expect(await assign({ kind: 'IMSI', from, to })).toMatchObject({ status: 201 });
    }
    for (const kind of ['ICCID', 'MSISDN'] as const) {
      const [from, to] =
        kind === 'ICCID' ? ['8977000000000000000', '8977000000000000009'] : ['+8977000000000', '+8977000000009'];
      expect(await assign({ kind, from, to })).toMatchObject({ status: 201 });
    }
  });

  it('that is deleted keeps its resources, but no new ones can be created in it', async () => {
    const block = aBlock();
    const { id } = (await assign(block)).body as Range;
    const pool = await aPool(api.db, { brokerId: client.broker.id });
    const created = await create(client, pool.id, block.from);
    expect(created).toMatchObject({ status: 201 });
    expect(await operator.call(deleteRangeRoute, { params: { id } })).toMatchObject({ status: 204 });
    expect(await operator.call(deleteRangeRoute, { params: { id } })).toMatchObject({ status: 404 });
    expect(await codesIn(pool.id)).toEqual([block.from]);
    expect(await create(client, pool.id, block.to)).toMatchObject({ status: 422, body: { code: 'outside-ranges' } });
    expect(await api.db.prisma.event.findMany({ where: { resourceId: id, type: 'range.deleted' } })).toMatchObject([
      { keyId: operator.keyId, details: block },
    ]);
    expect(await assign(block, other.broker.id)).toMatchObject({ status: 201 });
  });
});

describe('a broker', () => {
  it("cannot create a number of another's range in its own pool, and the owner's import still works", async () => {
    await assign({ kind: 'MSISDN', from: '+5521987654000', to: '+5521987654999' }, other.broker.id);
    const [own, owners] = [
      await aPool(api.db, { brokerId: client.broker.id }),
      await aPool(api.db, { brokerId: other.broker.id }),
    ];
    expect(await create(client, own.id, '+5521987654321')).toMatchObject({
      status: 422,
      body: { code: 'outside-ranges', errors: [{ pointer: '/externalCode' }] },
    });
    expect(await create(operator as typeof client, own.id, '+5521987654321')).toMatchObject({
      status: 422,
      body: { code: 'outside-ranges' },
    });
    expect(await importFile(own.id, 'externalCode\n+5521987654321\n')).toMatchObject({
      status: 200,
      body: { imported: 0, rejected: 1 },
    });
    expect(await importFile(owners.id, 'externalCode\n+5521987654321\n')).toMatchObject({
      status: 200,
      body: { imported: 1, rejected: 0 },
    });
  });

  it("cannot create a SIM with an IMSI of another's range, and the error for its ICCID is reported together", async () => {
    const [iccids, imsis, foreign] = [aBlock('ICCID'), aBlock('IMSI'), aBlock('IMSI')];
    for (const block of [iccids, imsis]) await assign(block);
    await assign(foreign, other.broker.id);
    const pool = await aPool(api.db, { brokerId: client.broker.id, type: 'SIM' });
    const iccid = withCheckDigit(iccids.from.slice(0, -1));
    expect(await create(client, pool.id, iccid, { imsi: foreign.from })).toMatchObject({
      status: 422,
      body: { code: 'outside-ranges', errors: [{ pointer: '/attributes/imsi' }] },
    });
    expect(await create(client, pool.id, withCheckDigit('895500000000000000'), { imsi: foreign.from })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/externalCode' }, { pointer: '/attributes/imsi' }] },
    });
    expect(await create(client, pool.id, '123', { imsi: foreign.from })).toMatchObject({
      status: 422,
      body: { code: 'invalid-external-code', errors: [{ pointer: '/externalCode' }, { pointer: '/attributes/imsi' }] },
    });
    expect(await create(client, pool.id, iccid, { imsi: imsis.from })).toMatchObject({ status: 201 });
  });

  it.each([{}, { atomic: true }, { dryRun: true }])(
    'gets the bad rows of a file with codes outside its ranges, with %o',
    async (query) => {
      const [iccids, imsis] = [aBlock('ICCID'), aBlock('IMSI')];
      for (const block of [iccids, imsis]) await assign(block);
      const pool = await aPool(api.db, { brokerId: client.broker.id, type: 'SIM' });
      const at = (serial: number) => withCheckDigit(iccids.from.slice(0, -2) + serial);
      const rows = [
        `${at(1)},${imsis.from}`,
        `${at(2)},001010000000001`,
        `${withCheckDigit('895500000000000000')},${imsis.to}`,
        `${at(3)},`,
      ];
      const { body } = await importFile(pool.id, `externalCode,attributes.imsi\n${rows.join('\n')}\n`, { query });
      const { errors } = body as { errors: { line: number; detail: string }[] };
      expect(errors.map(({ line, detail }) => [line, detail])).toEqual([
        [3, "Line 3 is not valid: attributes/imsi is not in a range of the pool's broker."],
        [4, "Line 4 is not valid: externalCode is not in a range of the pool's broker."],
      ]);
      expect(await codesIn(pool.id)).toHaveLength('atomic' in query || 'dryRun' in query ? 0 : 2);
    },
  );

  it('can create any resource of a type without ranges', async () => {
    const type = (
      await operator.call(createResourceTypeRoute, {
        body: { code: `ROUTER-${randomUUID()}`, name: 'Router', reusable: true },
      })
    ).body as {
      id: string;
    };
    const pool = await api.db.prisma.pool.create({
      data: { id: randomUUID(), typeId: type.id, brokerId: client.broker.id, name: 'routers' },
    });
    expect(await create(client, pool.id, 'AA-01')).toMatchObject({ status: 201 });
  });
});
