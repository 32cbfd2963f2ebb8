import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import type { OrderDetails } from '@linework/schemas/orders/order-details';
import {
  explainOrderRoute,
  getOrderRoute,
  listOrderAttemptsRoute,
  listOrderEventsRoute,
} from '@linework/schemas/orders/orders.routes';
import { createPauseRoute, endPauseRoute } from '@linework/schemas/pauses/pauses.routes';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPortIn } from '@linework/testing/a-port-in';
import { afterAll, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { testWorker } from '../support/worker.ts';
import { startTestConsole } from './test-console.ts';

const page = await startTestConsole();
const { api } = page;
const { db } = api;
afterAll(() => page.close());
const worker = testWorker(api);

const client = await api.aClient();
const operator = await page.signedIn('operator');
const viewer = await page.signedIn('viewer');

async function detailsOf(orderId: string, reader = operator): Promise<OrderDetails> {
  const { status, json } = await reader.call('GET', `/order-details/${orderId}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json;
}

const endOf = (code: string) => expect.stringMatching(new RegExp(`^\\*+${code.slice(-4)}$`));

describe('what the page of an order names', () => {
  it('is its line with the status of now, and the numbers and SIMs that it has changed, masked', async () => {
    const line = await aLineWithResources(db, 'ACTIVE', { brokerId: client.broker.id });
    const { headers } = await client.call(blockLineRoute, { params: { id: line.id } });
    const orderId = headers.get('Location')?.split('/').at(-1) ?? '';
    await worker.handleWakeUps();
    const details = await detailsOf(orderId);
    expect(details).toEqual({
      line: {
        id: line.id,
        msisdn: endOf(line.msisdn),
        status: 'BLOCKED',
        holder: { id: expect.any(String), name: expect.stringMatching(/^\S\*{3}/) },
      },
      resources: expect.arrayContaining([
        { id: line.numberId, type: 'MSISDN', msisdn: endOf(line.msisdn) },
        { id: line.simId, type: 'SIM', iccId: expect.stringMatching(/^\*+\d{4}$/) },
      ]),
      systemTexts: [],
    });
  });

  it('is what the network said, masked, for operators; a viewer and the broker do not read it', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    const systemText = 'device of Joana, +55 11 98765-4321, is barred';
    worker.network.failNext(`${orderId}-1:execute`, { code: 'unspecified', detail: 'It was rejected.', systemText });
    await worker.handleWakeUps();
    const { systemTexts } = await detailsOf(orderId);
    expect(systemTexts).toEqual([
      {
        stepId: `${orderId}-1`,
        kind: 'execute',
        attempt: 1,
        text: expect.stringMatching(/^device of Joana, \*+4321, is/),
      },
    ]);
    expect((await detailsOf(orderId, viewer)).systemTexts).toEqual([]);
    const params = { orderId };
    const read = await Promise.all([
      client.call(getOrderRoute, { params }),
      client.call(listOrderAttemptsRoute, { params }),
      client.call(explainOrderRoute, { params }),
      client.call(listOrderEventsRoute, { params }),
    ]);
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(read.map(({ body }) => body))).not.toContain('device of');
  });

  it('is the pause that it waits for, with its reason and the person', async () => {
    const operators = await api.anOperatorsClient(['operator', 'orders:read']);
    const { body: pause } = await operators.call(createPauseRoute, {
      body: { kind: 'system', target: 'network', reason: 'ticket 4711' },
    });
    const { orderId } = await aPlacedOrder(api, client);
    const { id } = pause as { readonly id: string };
    const { name } = await db.prisma.apiKey.findFirstOrThrow({
      where: { brokerId: null },
      orderBy: { createdAt: 'desc' },
    });
    expect((await detailsOf(orderId)).pause).toEqual({
      id,
      reason: 'ticket 4711',
      by: name,
      since: expect.any(String),
    });
    await operators.call(endPauseRoute, { params: { id }, body: { reason: 'it is back' } });
    await worker.handleWakeUps();
    expect((await detailsOf(orderId)).pause).toBeUndefined();
  });

  it('is the port-in that placed it, with the other operator and the window', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    const portIn = await aPortIn(db, 'PENDING', { brokerId: client.broker.id });
    await db.prisma.order.update({ where: { id: orderId }, data: { metadata: { portInId: portIn.id } } });
    // What a client writes into its metadata is not believed.
    expect((await detailsOf(orderId)).porting).toBeUndefined();
    const { donor, windowFrom } = await db.prisma.portIn.update({ where: { id: portIn.id }, data: { orderId } });
    expect((await detailsOf(orderId)).porting).toMatchObject({
      kind: 'port-in',
      id: portIn.id,
      status: 'PENDING',
      msisdn: endOf(portIn.msisdn),
      partner: donor,
      windowFrom: windowFrom.toISOString(),
    });
  });

  it('is no port-in that only the metadata of a client claim, whatever they say', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    for (const metadata of [{ portInId: 'not an id' }, { portInId: { deep: 1 } }, { portOutId: 'not an id' }]) {
      await db.prisma.order.update({ where: { id: orderId }, data: { metadata } });
      expect((await detailsOf(orderId)).porting).toBeUndefined();
    }
  });

  it('is no part of the public interface, and nothing for an order that does not exist', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    const response = await fetch(new URL(`/order-details/${orderId}`, api.url), {
      headers: { 'X-API-Key': client.key },
    });
    expect(response.status).toBe(404);
    expect((await page.aPage().call('GET', `/order-details/${orderId}`)).status).toBe(401);
    expect((await operator.call('GET', `/order-details/${viewer.id}`)).status).toBe(404);
  });
});
