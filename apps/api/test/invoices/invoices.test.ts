import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { markOverdue } from '@linework/invoices/mark-overdue';
import { silentLog } from '@linework/log/log';
import {
  approveInvoiceRoute,
  getInvoiceRoute,
  listInvoicesRoute,
  listSubscriptionInvoicesRoute,
  reissueInvoiceRoute,
  voidInvoiceRoute,
} from '@linework/schemas/invoices/invoices.routes';
import { aProduct } from '@linework/testing/a-line-with-products';
import { aPayment } from '@linework/testing/a-payment';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice, type InvoiceOptions } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Status = Parameters<typeof anInvoice>[1];

async function withInvoice(status: Status, options: InvoiceOptions = {}) {
  const client = await api.aClient();
  const invoice = await anInvoice(api.db, status, { brokerId: client.broker.id, ...options });
  return { client, invoice, params: { id: invoice.id } };
}

const eventsOf = async (resourceId: string) =>
  (await api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } })).map(({ type }) => type);

const expectRejected = (response: { status: number; body: unknown }, currentStatus: string, requested: string) => {
  expect(response.status).toBe(409);
  const allowed = { DRAFT: ['approve', 'void'], OPEN: ['pay', 'void'], OVERDUE: ['pay', 'void'] }[currentStatus] ?? [];
  expect(response.body).toMatchObject({
    title: expect.any(String),
    currentStatus,
    requested,
    allowed,
    resource: { type: 'invoice' },
  });
};

describe('an invoice', () => {
  it('is shown with its lines and the last day of its period', async () => {
    const { client, invoice, params } = await withInvoice('OPEN', { amount: '44.91' });
    const { status, body } = await client.call(getInvoiceRoute, { params });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: invoice.id,
      brokerId: client.broker.id,
      subscriptionId: invoice.subscriptionId,
      customerId: invoice.customerId,
      status: 'OPEN',
      cycle: 1,
      periodFrom: '2026-10-01',
      periodUntil: '2026-10-31',
      currency: 'BRL',
      totalAmount: '44.91',
      dueDate: '2026-11-11',
      openedAt: expect.any(String),
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lines: [
        {
          kind: 'PRODUCT',
          description: 'Controle 10 GB',
          subscriptionProductId: expect.any(String),
          productId: invoice.productId,
          amount: '44.91',
          periodFrom: '2026-10-01',
          periodUntil: '2026-10-31',
        },
      ],
    });
  });

  it('can be filtered by subscription, holder, status and due date', async () => {
    const { client, invoice } = await withInvoice('OPEN');
    const other = await anInvoice(api.db, 'DRAFT', { brokerId: client.broker.id });
    const found = async (query: Record<string, string>) => {
      const { body } = await client.call(listInvoicesRoute, { query: query as never });
      return (body as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    expect(await found({})).toEqual([other.id, invoice.id]);
    expect(await found({ status: 'DRAFT' })).toEqual([other.id]);
    expect(await found({ subscriptionId: invoice.subscriptionId })).toEqual([invoice.id]);
    expect(await found({ customerId: invoice.customerId })).toEqual([invoice.id]);
    expect(await found({ dueDateFrom: '2026-11-11', dueDateTo: '2026-11-11' })).toEqual([invoice.id]);
    expect(await found({ dueDateFrom: '2026-11-12' })).toEqual([]);
    expect(await found({ periodFrom: '2026-10-01', periodTo: '2026-10-01', status: 'OPEN' })).toEqual([invoice.id]);
    expect(await found({ periodFrom: '2099-01-01' })).toEqual([]);
    expect(await found({ periodTo: '2000-01-01' })).toEqual([]);
  });

  it('are sorted by their due date on all pages, without drafts', async () => {
    const client = await api.aClient();
    const ids: string[] = [];
    for (const dueDate of ['2026-11-20', '2026-11-10', '2026-11-20', '2026-11-15']) {
      const { id } = await anInvoice(api.db, 'OPEN', { brokerId: client.broker.id });
      await api.db.prisma.invoice.update({ where: { id }, data: { dueDate: new Date(dueDate) } });
      ids.push(id);
    }
    await anInvoice(api.db, 'DRAFT', { brokerId: client.broker.id });
    const [one = '', two = '', three = '', four = ''] = ids;
    const listed: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const query = { sortBy: 'dueDate', sortOrder: 'asc', limit: '1', ...(cursor && { cursor }) } as never;
      const response = await client.call(listInvoicesRoute, { query });
      const { items, meta } = response.body as { items: { id: string }[]; meta: { total: number } };
      expect(meta.total).toBe(4);
      listed.push(...items.map(({ id }) => id));
      const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      if (next === undefined) break;
      cursor = decodeURIComponent(next);
    }
    expect(listed).toEqual([two, four, ...[one, three].toSorted()]);
  });

  it('cannot be filtered by a due date in the year 0', async () => {
    const client = await api.aClient();
    const query = { dueDateFrom: '0000-01-01', dueDateTo: '0000-12-31' } as never;
    const errors = [{ parameter: 'dueDateFrom' }, { parameter: 'dueDateTo' }];
    expect(await client.call(listInvoicesRoute, { query })).toMatchObject({ status: 400, body: { errors } });
  });

  it('is listed with its subscription', async () => {
    const { client, invoice } = await withInvoice('OPEN');
    await anInvoice(api.db, 'OPEN', { brokerId: client.broker.id });
    const { body } = await client.call(listSubscriptionInvoicesRoute, { params: { id: invoice.subscriptionId } });
    expect(body).toMatchObject({ items: [{ id: invoice.id }], meta: { total: 1 } });
  });
});

describe('approving an invoice', () => {
  it('opens it with a due date ten days from today', async () => {
    const { client, params } = await withInvoice('DRAFT');
    const { status, body } = await client.call(approveInvoiceRoute, { params });
    const { rows } = await api.db.pool.query(
      `SELECT ((now() AT TIME ZONE 'America/Sao_Paulo')::date + 10)::text AS due`,
    );
    expect([status, body]).toMatchObject([200, { status: 'OPEN', dueDate: rows[0].due, openedAt: expect.any(String) }]);
    expect(await eventsOf(params.id)).toEqual(['invoice.drafted', 'invoice.opened']);
  });

  it.each(['OPEN', 'OVERDUE', 'PAID', 'VOID'] as const)('is rejected for an invoice that is %s', async (status) => {
    const { client, params } = await withInvoice(status);
    expectRejected(await client.call(approveInvoiceRoute, { params }), status, 'approve');
  });

  it('is done once for two concurrent requests', async () => {
    const { client, params } = await withInvoice('DRAFT');
    const responses = await Promise.all([1, 2].map(() => client.call(approveInvoiceRoute, { params })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await eventsOf(params.id)).toEqual(['invoice.drafted', 'invoice.opened']);
  });
});

describe('voiding an invoice', () => {
  it.each(['DRAFT', 'OPEN', 'OVERDUE'] as const)('voids an invoice that is %s', async (status) => {
    const { client, params } = await withInvoice(status);
    expect(await client.call(voidInvoiceRoute, { params })).toMatchObject({
      status: 200,
      body: { status: 'VOID', voidedAt: expect.any(String) },
    });
    expect((await eventsOf(params.id)).at(-1)).toBe('invoice.voided');
  });

  it.each(['PAID', 'VOID'] as const)('is rejected for an invoice that is %s', async (status) => {
    const { client, params } = await withInvoice(status);
    expectRejected(await client.call(voidInvoiceRoute, { params }), status, 'void');
  });

  it('voids and reissues an invoice of 0.00, which was PAID from its beginning', async () => {
    const client = await api.aClient();
    const { id: subscriptionId } = await aSubscription(api.db, 'ACTIVE', {
      brokerId: client.broker.id,
      products: [aProduct({ price: '0.00' })],
      cycleFrom: '2026-09-01',
      cycleUntil: '2026-10-01',
      nextBillingDate: '2026-10-01',
      activatedAt: new Date('2026-09-01T12:00:00Z'),
    });
    await makeInvoices({ db: api.db, log: silentLog, backoff: createFailureBackoff() }, { today: '2026-10-01' });
    const { id, status } = await api.db.prisma.invoice.findFirstOrThrow({ where: { subscriptionId } });
    expect(status).toBe('PAID');
    expect(await client.call(voidInvoiceRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'VOID' },
    });
    expect(await client.call(reissueInvoiceRoute, { params: { id } })).toMatchObject({
      status: 201,
      body: { status: 'PAID', totalAmount: '0.00', metadata: { inPlaceOf: id } },
    });
  });

  it('is rejected while a payment is in progress', async () => {
    const client = await api.aClient();
    const payment = await aPayment(api.db, 'PENDING', { brokerId: client.broker.id });
    const response = await client.call(voidInvoiceRoute, { params: { id: payment.invoiceId } });
    expect(response).toMatchObject({ status: 409, body: { code: 'payment-in-progress', paymentId: payment.id } });
  });

  it('is rejected while it has an effective tax receipt, which is listed', async () => {
    const client = await api.aClient();
    const { id, documentModel, status } = await aTaxReceipt(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const { invoiceId } = await api.db.prisma.taxReceipt.findUniqueOrThrow({ where: { id } });
    const response = await client.call(voidInvoiceRoute, { params: { id: invoiceId } });
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'effective-tax-receipts', taxReceipts: [{ id, documentModel, status }] },
    });
  });

  it('leaves its cycle without an invoice until it is reissued', async () => {
    const client = await api.aClient();
    const month = {
      cycleFrom: '2026-09-01',
      cycleUntil: '2026-10-01',
      nextBillingDate: '2026-10-01',
      activatedAt: new Date('2026-09-01T12:00:00Z'),
    };
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId: client.broker.id, ...month });
    const run = () =>
      makeInvoices({ db: api.db, log: silentLog, backoff: createFailureBackoff() }, { today: '2026-10-01' });
    await run();
    const created = await api.db.prisma.invoice.findFirstOrThrow({ where: { subscriptionId: id } });
    await client.call(voidInvoiceRoute, { params: { id: created.id } });
    await run();
    expect(await api.db.prisma.invoice.count({ where: { subscriptionId: id } })).toBe(1);
    const { body } = await client.call(getInvoiceRoute, { params: { id: created.id } });
    const reissued = await client.call(reissueInvoiceRoute, { params: { id: created.id } });
    const { lines, totalAmount, periodFrom, periodUntil } = body as {
      lines: unknown;
      totalAmount: string;
      periodFrom: string;
      periodUntil: string;
    };
    expect(reissued).toMatchObject({
      status: 201,
      body: { status: 'OPEN', lines, totalAmount, periodFrom, periodUntil, metadata: { inPlaceOf: created.id } },
    });
  });
});

describe('reissuing an invoice', () => {
  it('is done once for concurrent requests', async () => {
    const { client, params } = await withInvoice('VOID');
    const responses = await Promise.all([1, 2, 3].map(() => client.call(reissueInvoiceRoute, { params })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'cycle-is-invoiced' });
  });

  it('is rejected for an invoice that is not VOID', async () => {
    const { client, params } = await withInvoice('OPEN');
    expect(await client.call(reissueInvoiceRoute, { params })).toMatchObject({
      status: 409,
      body: { code: 'invoice-not-void' },
    });
  });
});

describe('an invoice that is not paid', () => {
  it('becomes OVERDUE on the day after its due date, with one event', async () => {
    const { params } = await withInvoice('OPEN', { dueDate: '2026-11-11' });
    const statusOf = async () => (await api.db.prisma.invoice.findUniqueOrThrow({ where: { id: params.id } })).status;
    await markOverdue(api.db, { today: '2026-11-11' });
    expect(await statusOf()).toBe('OPEN');
    await Promise.all([1, 2].map(() => markOverdue(api.db, { today: '2026-11-12' })));
    expect(await statusOf()).toBe('OVERDUE');
    expect(await eventsOf(params.id)).toEqual(['invoice.opened', 'invoice.overdue']);
  });
});
