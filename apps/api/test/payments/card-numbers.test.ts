import type { Route } from '@linework/http/define-route';
import { createLog } from '@linework/log/log';
import { createHolderRoute } from '@linework/schemas/holders/create-holder.route';
import { changeLineRoute } from '@linework/schemas/lines/change-line.route';
import { createPaymentMethodRoute } from '@linework/schemas/payment-methods/create-payment-method.route';
import { notifyPaymentsRoute } from '@linework/schemas/payments/notify-payments.route';
import { payInvoiceRoute } from '@linework/schemas/payments/pay-invoice.route';
import { anActiveLine } from '@linework/testing/a-line';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/problem-in.ts';
import { send } from '../support/send.ts';
import { stateOf } from '../support/state-of.ts';
import { startTestApi } from '../support/test-api.ts';

const logged: string[] = [];
const log = createLog({ name: 'api', level: 'trace', destination: { write: (line) => void logged.push(line) } });
const api = await startTestApi({ log, onAnswered: ({ request, response }) => log.info({ request: request.url, status: response.statusCode }, 'answered') });
afterAll(() => api.close());
const client = await api.aClient();
const invoice = await anInvoice(api.db, 'OPEN', { brokerId: client.broker.id });
const method = await aPaymentMethod(api.db, 'ACTIVE', { brokerId: client.broker.id, customerId: invoice.customerId, isDefault: true });
const line = await anActiveLine(api.db, { brokerId: client.broker.id });

const written = ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111', 4_111_111_111_111_111] as const;
const newMethod = { customerId: invoice.customerId, type: 'CARD', token: 'tok_ok' };

const ask = ({ method: verb }: Route, path: string, body: unknown) =>
  send(api.port, { method: verb, path, headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const repeats = (text: string) => /4111[ -]?1111[ -]?1111[ -]?1111/.test(text);

type Sent = readonly [where: string, sent: { readonly route: Route; readonly path: string; readonly body: object; readonly pointer: string }];

describe.each(written)('the number of a card, written %j,', (card) => {
  it.each<Sent>([
    ['as a token', { route: createPaymentMethodRoute, path: '/payment-methods', body: { ...newMethod, token: card }, pointer: '/token' }],
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
      'in a member that is not known',
      { route: createPaymentMethodRoute, path: '/payment-methods', body: { ...newMethod, cardNumber: card }, pointer: '/cardNumber' },
    ],
    [
      'as the name of a member',
      { route: createPaymentMethodRoute, path: '/payment-methods', body: { ...newMethod, metadata: { [card]: true } }, pointer: '/metadata' },
    ],
    ['with a payment', { route: payInvoiceRoute, path: `/invoices/${invoice.id}/pay`, body: { metadata: { card } }, pointer: '/metadata/card' }],
    [
      'in the metadata of a holder',
      { route: createHolderRoute, path: '/holders', body: { name: 'Maria', federalTaxId: '52998224725', metadata: { card } }, pointer: '/metadata/card' },
    ],
    ['with a notification', { route: notifyPaymentsRoute, path: '/payments/notifications', body: { paymentId: card }, pointer: '/paymentId' }],
  ])('is refused %s, by its place and without being repeated', async (...[, { route, path, body, pointer }]) => {
    const before = await stateOf(api.db);
    const answer = await ask(route, path, body);
    expect(answer.status).toBe(400);
    expect(problemIn(answer).errors).toEqual([{ pointer, detail: expect.stringContaining('the number of a card') }]);
    expect(repeats(answer.text)).toBe(false);
    expect(await stateOf(api.db)).toEqual(before);
  });

  it('is never logged, wherever it was sent', async () => {
    await ask(changeLineRoute, `/lines/${line.id}`, { metadata: { card } });
    await ask(changeLineRoute, `/lines/${line.id}?card=${encodeURIComponent(card)}`, { externalCode: card });
    await ask(payInvoiceRoute, `/invoices/${encodeURIComponent(card)}/pay`, { card });
    await ask(createPaymentMethodRoute, '/payment-methods', [card]);
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.filter(repeats)).toEqual([]);
    expect(logged.filter((text) => text.includes('4111%201111'))).toEqual([]);
  });
});

describe('a token', () => {
  it('that is nothing but digits is refused, and none is ever logged', async () => {
    expect(await ask(createPaymentMethodRoute, '/payment-methods', { ...newMethod, token: '123456789012' })).toMatchObject({ status: 400 });
    const made = await ask(createPaymentMethodRoute, '/payment-methods', { ...newMethod, token: 'tok_not_for_logs' });
    expect(made.status).toBe(201);
    expect([...logged, made.text].filter((text) => text.includes('tok_not_for_logs') || text.includes(method.token))).toEqual([]);
  });
});
