import { randomUUID } from 'node:crypto';
import type { Route } from '@linework/http/define-route';
import { createLog } from '@linework/log/log';
import { createHolderRoute } from '@linework/schemas/holders/holders.routes';
import { changeLineRoute } from '@linework/schemas/lines/lines.routes';
import { createPaymentMethodRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import { notifyPaymentsRoute, payInvoiceRoute } from '@linework/schemas/payments/payments.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const logged: string[] = [];
const log = createLog({ name: 'api', level: 'trace', destination: { write: (line) => void logged.push(line) } });
const api = await startTestApi({
  log,
  onCompleted: ({ request, response }) => log.info({ request: request.url, status: response.statusCode }, 'responded'),
});
afterAll(() => api.close());
const client = await api.aClient();
const invoice = await anInvoice(api.db, 'OPEN', { brokerId: client.broker.id });
const method = await aPaymentMethod(api.db, 'ACTIVE', {
  brokerId: client.broker.id,
  customerId: invoice.customerId,
  isDefault: true,
});
const line = await anActiveLine(api.db, { brokerId: client.broker.id });

const cardNumberForms = [
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  4_111_111_111_111_111,
] as const;
const newMethod = { customerId: invoice.customerId, type: 'CARD', token: 'tok_ok' };

const call = ({ method: verb }: Route, path: string, body: unknown) =>
  send(api.port, {
    method: verb,
    path,
    headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const containsCardNumber = (text: string) => /4111[ -]?1111[ -]?1111[ -]?1111/.test(text);

type Sent = readonly [
  where: string,
  sent: { readonly route: Route; readonly path: string; readonly body: object; readonly pointer: string },
];

describe.each(cardNumberForms)('a card number written %j', (card) => {
  it.each<Sent>([
    [
      'as a token',
      {
        route: createPaymentMethodRoute,
        path: '/payment-methods',
        body: { ...newMethod, token: card },
        pointer: '/token',
      },
    ],
    [
      'in metadata',
      {
        route: createPaymentMethodRoute,
        path: '/payment-methods',
        body: { ...newMethod, metadata: { note: { cards: [card] } } },
        pointer: '/metadata/note/cards/0',
      },
    ],
    [
      'in an unknown member',
      {
        route: createPaymentMethodRoute,
        path: '/payment-methods',
        body: { ...newMethod, cardNumber: card },
        pointer: '/cardNumber',
      },
    ],
    [
      'as the name of a member',
      {
        route: createPaymentMethodRoute,
        path: '/payment-methods',
        body: { ...newMethod, metadata: { [card]: true } },
        pointer: '/metadata',
      },
    ],
    [
      'with a payment',
      {
        route: payInvoiceRoute,
        path: `/invoices/${invoice.id}/pay`,
        body: { metadata: { card } },
        pointer: '/metadata/card',
      },
    ],
    [
      'in the metadata of a holder',
      {
        route: createHolderRoute,
        path: '/holders',
        body: { name: 'Maria', federalTaxId: '52998224725', metadata: { card } },
        pointer: '/metadata/card',
      },
    ],
    [
      'with a notification',
      { route: notifyPaymentsRoute, path: '/payments/notifications', body: { paymentId: card }, pointer: '/paymentId' },
    ],
  ])(
    'is rejected %s; the error names its position and does not repeat it',
    async (...[, { route, path, body, pointer }]) => {
      const before = await readDatabaseState(api.db);
      const response = await call(route, path, body);
      expect(response.status).toBe(400);
      expect(problemIn(response).errors).toEqual([{ pointer, detail: expect.stringContaining('a card number') }]);
      expect(containsCardNumber(response.text)).toBe(false);
      expect(await readDatabaseState(api.db)).toEqual(before);
    },
  );

  it('is never logged in any part of a request', async () => {
    await call(changeLineRoute, `/lines/${line.id}`, { metadata: { card } });
    await call(changeLineRoute, `/lines/${line.id}?card=${encodeURIComponent(card)}`, { externalCode: card });
    await call(payInvoiceRoute, `/invoices/${encodeURIComponent(card)}/pay`, { card });
    await call(createPaymentMethodRoute, '/payment-methods', [card]);
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.filter(containsCardNumber)).toEqual([]);
    expect(logged.filter((text) => text.includes('4111%201111'))).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  const payWith = (key: string, body: object = {}) =>
    send(api.port, {
      method: 'POST',
      path: `/invoices/${randomUUID()}/pay`,
      headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });

  it.each(['4111111111111111', '4111-1111-1111-1111', '371449635398431', '3714-496353-98431'])(
    'that is a card number (%s) is rejected together with all other errors, and neither stored nor repeated',
    async (key) => {
      const before = await readDatabaseState(api.db);
      const response = await payWith(key, { unknown: true });
      expect(response.status).toBe(400);
      expect(problemIn(response).errors).toEqual([
        { parameter: 'Idempotency-Key', detail: expect.stringContaining('the number of a card') },
        expect.objectContaining({ pointer: '/unknown' }),
      ]);
      expect(response.text).not.toContain(key);
      expect(await readDatabaseState(api.db)).toEqual(before);
    },
  );

  it.each([
    ['a UUID', '41111111-1111-4111-8111-111111111111'],
    ['a UUID without dashes', '41111111111111114111811111111111'],
    ['a word with digits', 'order-4111111111111111'],
    ['a time in milliseconds', '1795260035005'],
    ['a day and a number', '2026-11-21-000017'],
    ['digits without the check digit of a card', '4111111111111112'],
  ])('that is %s is accepted', async (_, key) => {
    expect(await payWith(key)).toMatchObject({ status: 404 });
  });
});

describe('a token', () => {
  it('that has only digits is rejected, and no token is ever logged', async () => {
    expect(
      await call(createPaymentMethodRoute, '/payment-methods', { ...newMethod, token: '123456789012' }),
    ).toMatchObject({ status: 400 });
    const created = await call(createPaymentMethodRoute, '/payment-methods', {
      ...newMethod,
      token: 'tok_not_for_logs',
    });
    expect(created.status).toBe(201);
    expect(
      [...logged, created.text].filter((text) => text.includes('tok_not_for_logs') || text.includes(method.token)),
    ).toEqual([]);
  });
});
