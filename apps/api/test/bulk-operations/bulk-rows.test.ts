import { createApiKey } from '@linework/api-keys/create-api-key';
import {
  cancelBulkOperationRoute,
  createBulkOperationRoute,
  getBulkOperationRoute,
  listBulkItemsRoute,
  previewBulkRowsRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { swapSimRoute } from '@linework/schemas/lines/lines.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { createBulkWorker } from './create-bulk-worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = createBulkWorker(api);
afterEach(async () => {
  await worker.handleWakeUps();
  await worker.settle();
  await checkInvariants(api.db);
});

async function aBrokersClient() {
  const client = await api.aClient();
  const { id: brokerId } = client.broker;
  return {
    ...client,
    brokerId,
    aStock: async (type: 'MSISDN' | 'SIM', count: number) => {
      const pool = await aPool(api.db, { brokerId, type, count });
      const resources = await api.db.prisma.resource.findMany({
        where: { poolId: pool.id },
        orderBy: { externalCode: 'asc' },
      });
      return { poolId: pool.id, codes: resources.map(({ externalCode }) => externalCode), resources };
    },
    create: (body: object, headers: Record<string, string> = {}) =>
      client.call(createBulkOperationRoute, { body: body as never, headers }),
    preview: async (body: object) => {
      const { status, body: answer } = await client.call(previewBulkRowsRoute, { body: body as never });
      expect(status).toBe(200);
      return answer as unknown as {
        refusedRows: { position: number; problem: Record<string, unknown> }[];
        allowed: number;
        total: number;
      };
    },
    find: async (id: string) => (await client.call(getBulkOperationRoute, { params: { id } })).body,
    items: async (id: string) =>
      ((await client.call(listBulkItemsRoute, { params: { id }, query: { limit: 100 } })).body as { items: object[] })
        .items,
  };
}

const idOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  expect(status, JSON.stringify(body)).toBe(202);
  return (body as { readonly id: string }).id;
};

async function finish() {
  await worker.placeAll();
  await worker.handleWakeUps();
  await worker.settle();
}

describe('a list', () => {
  it('creates lines by number and ICCID, each once', async () => {
    const client = await aBrokersClient();
    const holder = await aHolder(api.db, { brokerId: client.brokerId });
    const [numbers, sims] = [await client.aStock('MSISDN', 3), await client.aStock('SIM', 3)];
    const newLines = [0, 1].map((at) => ({
      customerId: holder.id,
      msisdn: { externalCode: numbers.codes[at] },
      sim: { externalCode: sims.codes[at] },
      activate: true,
      externalCode: `crm-${at}`,
    }));
    newLines.push({
      ...newLines[0],
      msisdn: { poolId: numbers.poolId } as never,
      sim: { poolId: sims.poolId } as never,
      externalCode: 'crm-2',
    } as never);
    const id = idOf(await client.create({ operation: 'create', newLines, metadata: { campaign: 'x' } }));
    await finish();
    expect(await client.find(id)).toMatchObject({ status: 'COMPLETED', total: 3, counts: { completed: 3 } });
    const lines = await api.db.prisma.line.findMany({
      where: { holderId: holder.id },
      orderBy: { externalCode: 'asc' },
    });
    expect(lines.map(({ status, externalCode }) => [status, externalCode])).toEqual([
      ['ACTIVE', 'crm-0'],
      ['ACTIVE', 'crm-1'],
      ['ACTIVE', 'crm-2'],
    ]);
    expect(lines[0]).toMatchObject({ msisdn: numbers.codes[0], iccid: sims.codes[0] });
    const order = await api.db.prisma.order.findFirst({ where: { lineId: lines[0]?.id ?? '' } });
    expect(order?.metadata).toMatchObject({ campaign: 'x' });
    expect(await client.items(id)).toMatchObject(lines.map((line) => ({ lineId: line.id, outcome: 'COMPLETED' })));
  });

  it('swaps SIMs and changes numbers of lines that are named by id or by number', async () => {
    const client = await aBrokersClient();
    const [one, other] = [
      await anActiveLine(api.db, { brokerId: client.brokerId }),
      await anActiveLine(api.db, { brokerId: client.brokerId }),
    ];
    const [numbers, sims] = [await client.aStock('MSISDN', 2), await client.aStock('SIM', 2)];
    const swap = idOf(
      await client.create({
        operation: 'swap-sim',
        simSwaps: [
          { line: { id: one.id }, sim: { externalCode: sims.codes[0] } },
          { line: { msisdn: other.msisdn }, sim: { poolId: sims.poolId } },
        ],
      }),
    );
    await finish();
    expect(await client.find(swap)).toMatchObject({ status: 'COMPLETED' });
    const change = idOf(
      await client.create({
        operation: 'change-number',
        numberChanges: [{ line: { id: one.id }, msisdn: { externalCode: numbers.codes[1] } }],
      }),
    );
    await finish();
    expect(await client.find(change)).toMatchObject({ status: 'COMPLETED' });
    expect(await api.db.prisma.line.findUnique({ where: { id: one.id } })).toMatchObject({
      iccid: sims.codes[0],
      msisdn: numbers.codes[1],
    });
    expect(await api.db.prisma.line.findUnique({ where: { id: other.id } })).toMatchObject({ iccid: sims.codes[1] });
  });

  it('names every bad row at once, in the dry run and in its items, and does the others', async () => {
    const [client, stranger] = [await aBrokersClient(), await aBrokersClient()];
    const line = await anActiveLine(api.db, { brokerId: client.brokerId });
    const second = await anActiveLine(api.db, { brokerId: client.brokerId });
    const busy = await anActiveLine(api.db, { brokerId: client.brokerId });
    const standby = await aLine(api.db, 'STAND_BY', { brokerId: client.brokerId });
    const theirs = await anActiveLine(api.db, { brokerId: stranger.brokerId });
    const [sims, theirSims] = [await client.aStock('SIM', 4), await stranger.aStock('SIM', 1)];
    const last = await client.aStock('SIM', 1);
    const spare = { poolId: (await client.aStock('SIM', 1)).poolId };
    await client.call(swapSimRoute, { params: { id: busy.id }, body: { sim: spare } });
    const sim = { externalCode: sims.codes[0] };
    const simSwaps = [
      { line: { id: line.id }, sim },
      { line: { id: line.id }, sim: { externalCode: sims.codes[1] } },
      { line: { id: second.id }, sim },
      { line: { id: theirs.id }, sim: { externalCode: sims.codes[1] } },
      { line: { msisdn: '+5511900000000' }, sim: { externalCode: sims.codes[1] } },
      { line: { id: standby.id }, sim: { externalCode: sims.codes[2] } },
      { line: { id: second.id }, sim: { externalCode: theirSims.codes[0] } },
      { line: { id: 'nonsense' }, sim: {} },
      { line: { id: busy.id }, sim: { externalCode: sims.codes[3] } },
      { line: { id: second.id }, sim: { poolId: last.poolId } },
    ];
    const before = await readDatabaseState(api.db);
    const preview = await client.preview({ operation: 'swap-sim', simSwaps });
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(api.wakeUps).toHaveLength(1);
    expect(preview).toMatchObject({ total: 10, allowed: 2, refused: 8 });
    const codes = [
      [1, 'validation-error'],
      [2, 'validation-error'],
      [3, 'not-found'],
      [4, 'not-found'],
      [5, 'invalid-status-transition'],
      [6, 'unknown-source'],
      [7, 'validation-error'],
      [8, 'open-order'],
    ];
    expect(preview.refusedRows.map(({ position, problem }) => [position, problem['code']])).toEqual(codes);
    const id = idOf(await client.create({ operation: 'swap-sim', simSwaps }));
    await finish();
    const items = (await client.items(id)) as { outcome: string; problem?: { code: string } }[];
    expect(items.flatMap(({ problem }, at) => (problem ? [[at, problem.code]] : []))).toEqual(codes);
    expect(items[0]).toMatchObject({ lineId: line.id, outcome: 'COMPLETED' });
    expect(items[9]).toMatchObject({ lineId: second.id, outcome: 'COMPLETED' });
    expect(await client.find(id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', counts: { refused: 8 } });
  });

  it('says in the dry run which rows a pool has nothing left for', async () => {
    const client = await aBrokersClient();
    const pool = await client.aStock('SIM', 1);
    const lines = [
      await anActiveLine(api.db, { brokerId: client.brokerId }),
      await anActiveLine(api.db, { brokerId: client.brokerId }),
    ];
    const simSwaps = lines.map(({ id }) => ({ line: { id }, sim: { poolId: pool.poolId } }));
    const { refusedRows } = await client.preview({ operation: 'swap-sim', simSwaps });
    expect(refusedRows).toMatchObject([{ position: 1, problem: { code: 'resource-not-available' } }]);
  });

  it('is one bulk operation when it is sent twice with one Idempotency-Key', async () => {
    const client = await aBrokersClient();
    const line = await anActiveLine(api.db, { brokerId: client.brokerId });
    const pool = await client.aStock('SIM', 2);
    const body = { operation: 'swap-sim', simSwaps: [{ line: { id: line.id }, sim: { poolId: pool.poolId } }] };
    const ids = [
      idOf(await client.create(body, { 'Idempotency-Key': 'the-list' })),
      idOf(await client.create(body, { 'Idempotency-Key': 'the-list' })),
    ];
    expect(new Set(ids).size).toBe(1);
    await finish();
    expect(await api.db.prisma.order.count({ where: { lineId: line.id, type: 'LINE_SIM_SWAP' } })).toBe(1);
  });

  it('that is cancelled half-way leaves the rest as it was', async () => {
    const client = await aBrokersClient();
    const lines = [
      await anActiveLine(api.db, { brokerId: client.brokerId }),
      await anActiveLine(api.db, { brokerId: client.brokerId }),
    ];
    const pool = await client.aStock('SIM', 2);
    const simSwaps = lines.map(({ id }) => ({ line: { id }, sim: { poolId: pool.poolId } }));
    const id = idOf(await client.create({ operation: 'swap-sim', simSwaps, ordersPerMinute: 1 }));
    await client.call(cancelBulkOperationRoute, { params: { id } });
    await finish();
    expect(await client.find(id)).toMatchObject({ status: 'CANCELLED', counts: { cancelled: 2 } });
    expect(await api.db.prisma.order.count({ where: { lineId: { in: lines.map((line) => line.id) } } })).toBe(0);
  });

  it.each([
    [{ operation: 'create', simSwaps: [{}] }, 2],
    [{ operation: 'swap-sim' }, 1],
    [{ operation: 'swap-sim', simSwaps: [] }, 1],
    [{ operation: 'block', simSwaps: [{}] }, 2],
    [{ operation: 'swap-sim', simSwaps: [{}], lineIds: ['x'] }, 1],
  ])('must be the list of its operation: %j', async (body, count) => {
    const client = await aBrokersClient();
    const { status, body: answer } = await client.create(body);
    expect(status).toBe(400);
    expect((answer as { errors: unknown[] }).errors).toHaveLength(count);
  });

  it('of an operator has rows of one broker', async () => {
    const operator = await api.anOperatorsClient();
    const [one, other] = [await anActiveLine(api.db), await anActiveLine(api.db)];
    const pool = await aPool(api.db, { brokerId: one.brokerId, type: 'SIM', count: 1 });
    const row = (id: string) => ({ line: { id }, sim: { poolId: pool.id } });
    const send = (simSwaps: readonly object[]) =>
      operator.call(createBulkOperationRoute, { body: { operation: 'swap-sim', simSwaps } as never });
    expect(await send([row(one.id), row(other.id)])).toMatchObject({ status: 422, body: { code: 'several-brokers' } });
    expect(await send([row('018f0000-0000-7000-8000-000000000000')])).toMatchObject({
      status: 422,
      body: { code: 'no-lines' },
    });
    expect((await send([row(one.id)])).status).toBe(202);
    await finish();
  });

  it('needs the scope lines:write', async () => {
    const { broker } = await api.aClient();
    const { key } = await createApiKey(api.db, { name: 'reader', brokerId: broker.id, scopes: ['lines:read'] });
    const response = await fetch(`${api.url}/bulk-row-previews`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });
});
