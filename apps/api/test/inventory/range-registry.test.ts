import { createLog } from '@linework/log/log';
import {
  deleteRegisteredRangeRoute,
  listRegisteredRangesRoute,
  type RegisteredRange,
  registerRangeRoute,
} from '@linework/schemas/inventory/range-registry/range-registry.routes';
import type { RangeKind } from '@linework/schemas/inventory/ranges/range';
import { createRangeRoute, listRangesRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import { createSupplierRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { createRangeRegistry } from '@linework/systems/range-registry/create-range-registry';
import { anAddressInSaoPaulo } from '@linework/testing/a-supplier';
import { aCnpj } from '@linework/testing/codes/tax-ids';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const registry = await startTestApi();
afterAll(() => registry.close());
const registrar = await registry.anOperatorsClient();

const noObserver = { callEnded() {}, stateChanged() {} };
const log = createLog({ name: 'test', level: 'silent' });

/** An API of a cell, with a broker. */
async function aCell(registryUrl = registry.url) {
  const config = {
    RANGE_REGISTRY_URL: registryUrl,
    RANGE_REGISTRY_KEY: registrar.key,
    RANGE_REGISTRY_TIMEOUT_MS: 30_000,
  };
  const { registerRange } = createRangeRegistry(config, { log, observer: noObserver });
  const api = await startTestApi({ deps: { registerRange } });
  afterAll(() => api.close());
  const [operator, client] = [await api.anOperatorsClient(), await api.aClient()];
  const brokerId = client.broker.id;
  return {
    api,
    operator,
    client,
    brokerId,
    createRange: (range: Block) => operator.call(createRangeRoute, { body: { ...range, brokerId } }),
    createSupplier: (federalTaxId: string, series?: number) =>
      client.call(createSupplierRoute, { body: { ...company, federalTaxId, ...(series && { series }) } }),
  };
}

interface Block {
  readonly kind: RangeKind;
  readonly from: string;
  readonly to: string;
}

let blocks = 100;
function aBlock(): Block {
  blocks += 1;
  return { kind: 'MSISDN', from: `+55219${blocks}00000`, to: `+55219${blocks}99999` };
}

const company = {
  name: 'Ponte Telecom',
  stateTaxId: '110042490114',
  regime: 'NORMAL' as const,
  address: anAddressInSaoPaulo,
};

const [one, other] = [await aCell(), await aCell()];

describe('the registry of ranges', () => {
  it('has a range for one broker of all cells: the second cell gets 409, and nothing is created', async () => {
    const block = aBlock();
    expect(await one.createRange(block)).toMatchObject({ status: 201, body: { ...block, brokerId: one.brokerId } });
    const before = await readDatabaseState(other.api.db);
    expect(await other.createRange(block)).toMatchObject({ status: 409, body: { code: 'range-registered' } });
    expect(await readDatabaseState(other.api.db)).toEqual(before);
    const part = { ...block, from: block.to };
    expect(await other.createRange(part)).toMatchObject({ status: 409, body: { code: 'range-registered' } });
  });

  it('gives a range to one of two cells that ask at the same time', async () => {
    for (const block of Array.from({ length: 5 }, aBlock)) {
      const answers = await Promise.all([one.createRange(block), other.createRange(block)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    }
  });

  it('knows that a broker owns the parts of its range, so that a repeated request creates what is missing', async () => {
    const block = aBlock();
    const claim = { ...block, brokerId: one.brokerId };
    const registered = (await registrar.call(registerRangeRoute, { body: claim })).body as RegisteredRange;
    expect(await registrar.call(registerRangeRoute, { body: claim })).toMatchObject({ body: registered });
    const half = { ...block, to: `${block.from.slice(0, -5)}49999` };
    expect(await registrar.call(registerRangeRoute, { body: { ...claim, ...half } })).toMatchObject({
      body: registered,
    });
    expect(await one.createRange(half)).toMatchObject({ status: 201 });
    const wider = { ...block, to: `${block.from.slice(0, -6)}${Number(block.from.at(-6)) + 1}99999` };
    expect(await registrar.call(registerRangeRoute, { body: { ...claim, ...wider } })).toMatchObject({ status: 409 });
  });

  it('registers nothing for a broker that the cell does not know', async () => {
    const before = await readDatabaseState(registry.db);
    const unknown = { ...aBlock(), brokerId: other.brokerId };
    expect(await one.operator.call(createRangeRoute, { body: unknown })).toMatchObject({ status: 422 });
    expect(await readDatabaseState(registry.db)).toEqual(before);
  });

  it('has a series of a company for one broker of all cells', async () => {
    const federalTaxId = aCnpj();
    expect(await one.createSupplier(federalTaxId)).toMatchObject({ status: 201, body: { series: 1 } });
    expect(await other.createSupplier(federalTaxId, 1)).toMatchObject({ status: 409, body: { code: 'series-taken' } });
    expect(await other.createSupplier(federalTaxId)).toMatchObject({ status: 201, body: { series: 2 } });
  });

  it('lists by kind and broker, and gives a deleted range to another broker, with events', async () => {
    const block = aBlock();
    await one.createRange(block);
    const { body } = await registrar.call(listRegisteredRangesRoute, {
      query: { brokerId: [one.brokerId], kind: ['MSISDN'], sortBy: 'from', limit: 100 },
    });
    const found = (body as { items: RegisteredRange[] }).items.find(({ from }) => from === block.from);
    expect(found).toMatchObject({ ...block, brokerId: one.brokerId });
    const params = { id: found?.id ?? '' };
    expect(await registrar.call(deleteRegisteredRangeRoute, { params })).toMatchObject({ status: 204 });
    expect(await registrar.call(deleteRegisteredRangeRoute, { params })).toMatchObject({ status: 404 });
    expect(await other.createRange(block)).toMatchObject({ status: 201 });
    expect(await registry.db.prisma.event.findMany({ where: { resourceId: params.id } })).toMatchObject([
      { type: 'registered_range.created', keyId: registrar.keyId, details: block },
      { type: 'registered_range.deleted', keyId: registrar.keyId },
    ]);
  });

  it.each([
    ['a company for a number', { kind: 'MSISDN', company: '11222333000181' }, '/company'],
    ['no company for a series', { kind: 'SERIES', from: '001', to: '001' }, '/company'],
    ['several series at once', { kind: 'SERIES', company: '11222333000181', from: '001', to: '002' }, '/to'],
    ['ends that are no numbers', { kind: 'MSISDN', from: 'x' }, '/from'],
  ])('rejects %s', async (_what, change, pointer) => {
    const body = { ...aBlock(), brokerId: one.brokerId, ...change } as never;
    const rejected = await registrar.call(registerRangeRoute, { body });
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('is needed for new ranges and series only: while it is away they get 503, and all else works', async () => {
    const away = await aCell('http://127.0.0.1:1');
    const before = await readDatabaseState(away.api.db);
    const missing = { status: 503, body: { code: 'unavailable' } };
    const refused = await away.createRange(aBlock());
    expect(refused).toMatchObject(missing);
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect(await away.createSupplier(aCnpj())).toMatchObject(missing);
    expect(await readDatabaseState(away.api.db)).toEqual(before);
    expect(await away.client.call(listRangesRoute)).toMatchObject({ status: 200 });
  });
});
