import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { aPortIn } from '@linework/testing/a-port-in';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
import { needs } from '@linework/testing/run/needs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchedPage } from './a-browser.ts';
import { type Office, openOffice } from './an-office.ts';
import { load, visit } from './visit.ts';

needs('chromium');

let office: Office;
/** A person of another broker than that of the office. */
let other: WatchedPage;
/** The records of the office that this person tries to reach. */
let records: Readonly<Record<string, string>>;
let msisdn: string;
let ownLineId: string;

/** Asks as the page does: with the cookie of the session. */
const ask = (page: Page, path: string, init: { method?: string; body?: object; headers?: object } = {}) =>
  page.evaluate(
    async ([address, { method = 'GET', body, headers }]) => {
      const response = await fetch(`/console/api${address}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    [path, init] as const,
  );

describe('a person of another broker', () => {
  beforeAll(async () => {
    office = await openOffice({ lines: 1 });
    const { system, holderId, lineIds } = office;
    const { db, broker } = system;
    const owner = { brokerId: broker.id, customerId: holderId };
    const subscription = await aSubscription(db, 'ACTIVE', owner);
    const invoice = await anInvoice(db, 'OVERDUE', { ...owner, subscriptionId: subscription.id });
    const portIn = await aPortIn(db, 'CONFLICT', owner);
    const orderId = await system.client.placeOrder('block', lineIds[0] ?? '');
    await system.waitForOrder(orderId, 'COMPLETED');
    const resource = await db.prisma.resource.findFirstOrThrow({ where: { brokerId: broker.id } });
    records = {
      line: lineIds[0] ?? '',
      holder: holderId,
      subscription: subscription.id,
      invoice: invoice.id,
      'port-in': portIn.id,
      order: orderId,
      resource: resource.id,
    };
    ({ msisdn } = await db.prisma.line.findUniqueOrThrow({ where: { id: records['line'] ?? '' } }));
    const rival = await aBroker(db);
    ({ id: ownLineId } = await anActiveLine(db, { brokerId: rival.id }));
    other = await office.signIn('care', '/lines', rival.id);
    await other.page.getByRole('grid', { name: 'Lines' }).waitFor();
  });

  afterAll(() => office?.close());

  it.each([
    ['line', '/lines'],
    ['holder', '/holders'],
    ['subscription', '/subscriptions'],
    ['port-in', '/port-ins'],
    ['resource', '/resources'],
  ])('by the address of a %s gets the page of one that does not exist', async (kind, place) => {
    const { page } = other;
    const textAt = async (id: string) => {
      await load(page, office, `${place}/${id}?do=block`);
      await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      await page.getByText(/^There is no such/).waitFor();
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      return await page.locator('main').innerText();
    };
    expect(await textAt(records[kind] ?? '')).toBe(await textAt('00000000-0000-7000-8000-000000000000'));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('by the address of an action on the own page of a holder, or of an order, gets nothing', async () => {
    const { page } = other;
    const { holderId } = await office.system.db.prisma.line.findUniqueOrThrow({ where: { id: ownLineId } });
    for (const action of ['charge', 'products', 'block', 'top-up']) {
      const id = records[{ charge: 'invoice', products: 'subscription' }[action] ?? 'line'];
      await load(page, office, `/holders/${holderId}?do=${action}.${id}`);
      await page.getByRole('dialog').getByText('Not found').waitFor();
    }
    await load(page, office, `/lines/${ownLineId}?order=${records['order']}`);
    await page.getByRole('alert').getByText('Not found').waitFor();
    await load(page, office, `/orders/${records['order']}`);
    await page.getByText('Not found').first().waitFor();
  });

  it('by the search and by the filters of the lists finds nothing', async () => {
    const { page } = other;
    for (const text of [msisdn, records['holder'], records['order']]) {
      await visit(page, office, `/search?q=${encodeURIComponent(text ?? '')}`);
      await page.getByText('Nothing found').waitFor();
    }
    for (const filter of [`msisdn=${encodeURIComponent(msisdn)}`, `brokerId=${office.system.broker.id}`]) {
      await load(page, office, `/lines?${filter}`);
      await page.getByText('No lines match').waitFor();
    }
  });

  it('by the CSV of a list gets only the own records', async () => {
    const { page } = other;
    for (const path of ['/lines', '/holders', '/subscriptions', '/orders', '/inventory/resources']) {
      const { status, text } = await ask(page, `${path}?brokerId=${office.system.broker.id}`, {
        headers: { Accept: 'text/csv' },
      });
      expect([path, status]).toEqual([path, 200]);
      for (const id of Object.values(records)) expect(text).not.toContain(id);
      expect(text.trim().split('\n').length).toBe(1);
    }
  });

  it('by a batch, a dry run, an action, a charge or a look in clear changes and reads nothing', async () => {
    const { page } = other;
    const { db } = office.system;
    const lineId = records['line'] ?? '';
    const before = await db.prisma.line.findUniqueOrThrow({ where: { id: lineId } });
    const attempts = [
      ask(page, `/lines/${lineId}/unblock?reason=mine`, { method: 'POST' }),
      ask(page, '/orders/preview', { method: 'POST', body: { type: 'LINE_UNBLOCK', lineId } }),
      ask(page, `/invoices/${records['invoice']}/pay`, { method: 'POST', body: {} }),
      ask(page, `/portability/port-ins/${records['port-in']}/cancel`, { method: 'POST' }),
      ask(page, '/unmask', {
        method: 'POST',
        body: { resource: 'holder', id: records['holder'], reason: 'to read it' },
      }),
    ];
    for (const { status, text } of await Promise.all(attempts))
      expect([status, text]).toEqual([404, expect.anything()]);
    const begin = (lineIds: readonly string[]) =>
      ask(page, '/bulk-operations', { method: 'POST', body: { operation: 'unblock', lineIds, reason: 'mine' } });
    expect((await begin([lineId])).status).toBe(422);
    const { status, text } = await begin([ownLineId, lineId]);
    expect(status).toBe(202);
    const { id } = JSON.parse(text) as { id: string };
    await expect.poll(async () => (await ask(page, `/bulk-operations/${id}`)).text).toContain('"refused":2');
    expect((await ask(page, `/bulk-operations/${id}/items`)).text.match(/"not-found"/g)).toHaveLength(1);
    expect(await db.prisma.line.findUniqueOrThrow({ where: { id: lineId } })).toEqual(before);
  });

  it('by the stream of changes hears nothing of them', async () => {
    const { page } = other;
    await page.evaluate(() => {
      const window = globalThis as unknown as { heard: string };
      window.heard = '';
      new EventSource('/console/api/changes').onmessage = ({ data }) => {
        window.heard += data;
      };
    });
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string }).heard);
    const { system } = office;
    await system.waitForOrder(await system.client.placeOrder('unblock', records['line'] ?? ''), 'COMPLETED');
    // Something of the own broker comes after it, so what would have come before has come.
    await ask(page, `/lines/${ownLineId}/block?reason=own`, { method: 'POST' });
    await expect.poll(heard).toContain(ownLineId);
    const text = await heard();
    expect(text).not.toContain(records['line']);
    expect(text).not.toContain(office.system.broker.id);
  });
});
