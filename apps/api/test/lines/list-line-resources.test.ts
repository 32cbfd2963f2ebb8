import { findCursor } from '@linework/http/link-header';
import { recallResourceRoute } from '@linework/schemas/inventory/resources.routes';
import { line as lineSchema } from '@linework/schemas/lines/line';
import {
  changeNumberRoute,
  createLineRoute,
  deleteLineRoute,
  listLineResourcesRoute,
  swapSimRoute,
} from '@linework/schemas/lines/lines.routes';
import { aLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../console/test-console.ts';
import { testWorker } from '../support/worker.ts';

const console = await startTestConsole();
const { api } = console;
const worker = testWorker(api);
const client = await api.aClient();
afterAll(() => console.close());

const request = (id: string, query = {}) => client.call(listLineResourcesRoute, { params: { id }, query });
const list = async (id: string, query = {}) => {
  const { body, headers } = await request(id, query);
  return { ...listLineResourcesRoute.responses[200].body.parse(body), next: findCursor(headers.get('Link'), 'next') };
};
const orderOf = ({ headers }: { readonly headers: Headers }) => headers.get('Location')?.split('/').at(-1);
const aSource = async (type: 'MSISDN' | 'SIM') => ({
  poolId: (await aPool(api.db, { brokerId: client.broker.id, type, count: 1 })).id,
});

/** A line that got another SIM, and then another number. */
async function aChangedLine() {
  const line = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
  const swap = await client.call(swapSimRoute, { params: { id: line.id }, body: { sim: await aSource('SIM') } });
  await worker.handleWakeUps();
  const change = await client.call(changeNumberRoute, {
    params: { id: line.id },
    body: { msisdn: await aSource('MSISDN') },
  });
  await worker.handleWakeUps();
  return { ...line, swapOrderId: orderOf(swap), changeOrderId: orderOf(change) };
}

describe('listing the numbers and SIMs of a line', () => {
  it('has those of before and now, newest first, with the order that gave each to the line', async () => {
    const line = await aChangedLine();
    const { msisdn, iccid } = await api.db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
    expect([msisdn, iccid]).not.toEqual([line.msisdn, line.iccid]);
    const { items } = await list(line.id);
    const [newNumber, newSim, ...others] = items;
    expect(newNumber).toEqual({ ...newNumber, type: 'MSISDN', externalCode: msisdn, orderId: line.changeOrderId });
    expect(newSim).toEqual({ ...newSim, type: 'SIM', externalCode: iccid, orderId: line.swapOrderId });
    expect([newNumber?.heldTo, newSim?.heldTo]).toEqual([undefined, undefined]);
    const times = { heldFrom: expect.any(String), heldTo: expect.any(String) };
    const before = others.toSorted((a, b) => a.type.localeCompare(b.type));
    expect(before).toEqual([
      { id: expect.any(String), resourceId: line.numberId, type: 'MSISDN', externalCode: line.msisdn, ...times },
      { id: expect.any(String), resourceId: line.simId, type: 'SIM', externalCode: line.iccid, ...times },
    ]);
  });

  it('has a number that was recalled for a new line, and until when the line that has ended had it', async () => {
    const old = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    await client.call(deleteLineRoute, { params: { id: old.id } });
    await worker.handleWakeUps();
    await client.call(recallResourceRoute, { params: { id: old.numberId } });
    const body = { customerId: old.holderId, msisdn: { resourceId: old.numberId }, sim: await aSource('SIM') };
    const created = await client.call(createLineRoute, { body });
    await worker.handleWakeUps();
    const { id } = lineSchema.parse(created.body);
    const orderId = orderOf(created);
    expect((await list(id)).items.map(({ type, externalCode, ...item }) => [type, item.orderId, item.heldTo])).toEqual([
      ['SIM', orderId, undefined],
      ['MSISDN', orderId, undefined],
    ]);
    const before = (await list(old.id)).items;
    expect(before.map(({ type, orderId: given }) => [type, given]).toSorted()).toEqual([
      ['MSISDN', undefined],
      ['SIM', undefined],
    ]);
    expect(before.every(({ heldTo }) => heldTo !== undefined)).toBe(true);
  });

  it('is paged, oldest first on request', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const first = await list(line.id, { limit: 1, sortOrder: 'asc' });
    const second = await list(line.id, { limit: 1, sortOrder: 'asc', cursor: first.next });
    expect(first.meta.total).toBe(2);
    expect([first, second].map(({ items }) => items[0]?.resourceId).toSorted()).toEqual(
      [line.numberId, line.simId].toSorted(),
    );
  });

  it('is empty for a line whose number and SIM are not in the inventory', async () => {
    const line = await aLine(api.db, 'ACTIVE', { brokerId: client.broker.id });
    expect((await list(line.id)).items).toEqual([]);
  });

  it('of another broker returns 404', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE');
    expect(await request(line.id)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  it('is masked for people', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const viewer = await console.signedIn('viewer');
    const { json, text } = await viewer.call('GET', `/lines/${line.id}/resources`);
    expect(
      json.items.map(({ externalCode }: { readonly externalCode: string }) => externalCode.slice(-4)).toSorted(),
    ).toEqual([line.msisdn, line.iccid].map((code) => code.slice(-4)).toSorted());
    for (const code of [line.msisdn, line.iccid]) expect(text).not.toContain(code.slice(1));
  });
});
