import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { decisionHandlers } from '@linework/partner-decisions/decision-handlers';
import { recordFailure } from '@linework/partners/durable-call/record-failure';
import { unavailablePartners } from '@linework/partners/unavailable-partners';
import { reconcilePaymentMethods } from '@linework/payments/methods/reconcile-payment-methods';
import { reconcilePayments } from '@linework/payments/reconcile-payments';
import { removePaymentMethodRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import type { UnansweredCall, UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import {
  askPartnerAgainRoute,
  type Decision,
  decideUnansweredCallRoute,
  listUnansweredCallsRoute,
} from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { aPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { db } = api;
const operator = await api.anOperatorsClient();
const client = await api.aClient();
const brokerId = client.broker.id;
const dayMs = 86_400_000;

const provider = recordingPaymentProvider();
const askWith = (paymentProvider: typeof unavailablePartners.paymentProvider) =>
  reconcilePayments({ db, log: silentLog, paymentProvider });
const payment = (id: string) => db.prisma.payment.findUniqueOrThrow({ where: { id } });
const makeDue = (table: string, id: string) =>
  db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 s' WHERE id = $1`, [id]);
const age = (recordId: string) =>
  db.pool.query(`UPDATE unanswered_call SET since = now() - interval '25 h' WHERE record_id = $1`, [recordId]);
const eventsOf = (resourceId: string, type: string) => db.prisma.event.findMany({ where: { resourceId, type } });

async function callAbout(recordId: string): Promise<UnansweredCall | undefined> {
  const { body } = await operator.call(listUnansweredCallsRoute, { query: { brokerId, limit: '100' } as never });
  return (body as { items: UnansweredCall[] }).items.find((call) => call.recordId === recordId);
}

const decide = (id: string, body: Decision) => operator.call(decideUnansweredCallRoute, { params: { id }, body });

/** A payment whose calls to the provider have had no response for more than a day. */
async function aStoppedPayment() {
  const { id, invoiceId } = await aPayment(db, 'PENDING', { brokerId });
  for (const isOver of [false, true]) {
    if (isOver) await age(id);
    await makeDue('payment', id);
    await askWith(unavailablePartners.paymentProvider);
  }
  const call = await callAbout(id);
  return { id, invoiceId, call: call as UnansweredCall };
}

describe('an unanswered payment', () => {
  it('is WAITING while its age is below the limit, with the reason', async () => {
    const { id } = await aPayment(db, 'PENDING', { brokerId });
    await makeDue('payment', id);
    await askWith(unavailablePartners.paymentProvider);
    expect(await callAbout(id)).toMatchObject({ kind: 'payment', status: 'WAITING', failures: 1, code: 'unavailable' });
  });

  it('is STOPPED once it exceeds the limit: one event is emitted, and the call is not repeated automatically', async () => {
    const { id, call } = await aStoppedPayment();
    expect(call).toMatchObject({ status: 'STOPPED', failures: 2 });
    expect(await eventsOf(id, 'payment.unanswered')).toMatchObject([{ details: { code: 'unavailable' } }]);
    await askWith(provider);
    expect(provider.countCalls(id)).toBe(0);
    expect(await payment(id)).toMatchObject({ status: 'PENDING' });
  });

  it('is ENDED when the provider responds later', async () => {
    const { id } = await aStoppedPayment();
    await makeDue('payment', id);
    await askWith(provider);
    expect(await callAbout(id)).toMatchObject({ status: 'ENDED' });
    expect(await payment(id)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('is also ENDED by the response to a new request about the same record', async () => {
    const { id } = await aPaymentMethod(db, 'PENDING', { brokerId });
    for (const limitMs of [dayMs, 0])
      await recordFailure(db, decisionHandlers['payment-method'].call, { recordId: id, code: 'unavailable', limitMs });
    expect(await callAbout(id)).toMatchObject({ status: 'STOPPED' });
    expect(await client.call(removePaymentMethodRoute, { params: { id } })).toMatchObject({ status: 200 });
    await reconcilePaymentMethods({ db, log: silentLog, paymentProvider: provider });
    expect(provider.removed).toContain(id);
    expect(await callAbout(id)).toMatchObject({ status: 'ENDED' });
  });

  it('starts a new age when it failed long ago and fails again', async () => {
    const { id } = await aPayment(db, 'PENDING', { brokerId });
    const failure = { recordId: id, code: 'unavailable', limitMs: dayMs };
    await recordFailure(db, decisionHandlers.payment.call, failure);
    await db.pool.query(
      `UPDATE unanswered_call
       SET since = now() - interval '9 d', updated_at = now() - interval '8 d'
       WHERE record_id = $1`,
      [id],
    );
    expect(await recordFailure(db, decisionHandlers.payment.call, failure)).toMatchObject({ isStopped: false });
    expect(await callAbout(id)).toMatchObject({ status: 'WAITING' });
  });
});

describe('an operator', () => {
  it('decides without a response: the invoice is paid, and the actor and the reason are stored', async () => {
    const { id, invoiceId, call } = await aStoppedPayment();
    const reason = 'The bank statement shows it.';
    expect(await decide(call.id, { status: 'CONFIRMED', reason })).toMatchObject({
      status: 200,
      body: { status: 'ENDED', decision: 'CONFIRMED', reason },
    });
    expect(await payment(id)).toMatchObject({ status: 'CONFIRMED', reason: 'decided-by-operator' });
    expect(await db.prisma.invoice.findUnique({ where: { id: invoiceId } })).toMatchObject({ status: 'PAID' });
    expect(await eventsOf(id, 'payment.decided')).toMatchObject([
      { keyId: expect.any(String), details: { status: 'CONFIRMED', reason } },
    ]);
  });

  it('repeats a call, and its age starts again', async () => {
    const { id, call } = await aStoppedPayment();
    const response = await operator.call(askPartnerAgainRoute, {
      params: { id: call.id },
      body: { reason: 'The provider is available again.' },
    });
    expect(response).toMatchObject({ status: 200, body: { status: 'WAITING' } });
    await askWith(provider);
    expect(await payment(id)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('returns the possible statuses if the record cannot have the requested one', async () => {
    const { id, call } = await aStoppedPayment();
    const response = await decide(call.id, { status: 'REFUSED', reason: 'no' });
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'status-not-possible', allowed: ['CONFIRMED', 'FAILED', 'CANCELED'] },
    });
    expect(await payment(id)).toMatchObject({ status: 'PENDING' });
  });

  it('can decide only once', async () => {
    const { call } = await aStoppedPayment();
    const responses = await Promise.all(
      ['CONFIRMED', 'FAILED'].map((status) => decide(call.id, { status: status as 'FAILED', reason: 'no' })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await decide(call.id, { status: 'FAILED', reason: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'call-ended' },
    });
  });
});

/**
 * A port-in whose order is COMPLETED: its number is in service, and only the confirmation of the clearing house is
 * missing.
 */
async function anUnconfirmedPortIn() {
  const { id: poolId, resourceIds } = await aPool(db, { brokerId, count: 1 });
  const { externalCode: msisdn } = await db.prisma.resource.findUniqueOrThrow({ where: { id: resourceIds[0] ?? '' } });
  const [{ id }, line] = [
    await aPortIn(db, 'PENDING', { brokerId, msisdn }),
    await anActiveLine(db, { brokerId, msisdn }),
  ];
  const orderId = randomUUID();
  await db.pool.query(`
    SET session_replication_role = replica;
    INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id)
    VALUES ('${orderId}', '${brokerId}', 'LINE_PROVISION', 'COMPLETED', 'line', '${line.id}', '${orderId}', 'c');
    UPDATE port_in SET order_id = '${orderId}', line_id = '${line.id}' WHERE id = '${id}';
    UPDATE resource SET attributes = '{"portInId": "${id}"}' WHERE id = '${resourceIds[0]}';
    UPDATE resource_state
    SET status = 'active', line_id = '${line.id}'
    WHERE pool_id = '${poolId}' AND resource_id = '${resourceIds[0]}';
    SET session_replication_role = origin`);
  return { id, numberId: resourceIds[0] ?? '' };
}

describe('a port-in without its confirmation', () => {
  it("becomes ACTIVE by an operator's decision, and its number is like any other", async () => {
    const { id, numberId } = await anUnconfirmedPortIn();
    for (const limitMs of [dayMs, 0])
      await recordFailure(db, decisionHandlers['port-in'].call, { recordId: id, code: 'timeout', limitMs });
    const call = await callAbout(id);
    expect(await decide(call?.id ?? '', { status: 'ACTIVE', reason: 'Seen at the clearing house.' })).toMatchObject({
      status: 200,
    });
    expect(await db.prisma.portIn.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'ACTIVE',
      reasonDetail: null,
    });
    expect(await db.prisma.resource.findUniqueOrThrow({ where: { id: numberId } })).toMatchObject({
      attributes: {},
      retiredAt: null,
    });
  });
});

describe.each<[UnansweredKind, string, () => Promise<string>, Decision['status']]>([
  ['payment', 'payment', async () => (await aPayment(db, 'AUTHORIZED', { brokerId })).id, 'FAILED'],
  ['payment-method', 'payment_method', async () => (await aPaymentMethod(db, 'PENDING', { brokerId })).id, 'REFUSED'],
  ['port-in', 'port_in', async () => (await aPortIn(db, 'PENDING', { brokerId })).id, 'ERROR'],
  ['port-in', 'port_in', async () => (await aPortIn(db, 'CANCELLING', { brokerId })).id, 'CANCELLED'],
  ['port-out', 'port_out', async () => (await aPortOut(db, 'IN_PROGRESS', { brokerId })).id, 'COMPLETED'],
])('a %s', (kind, table, make, status) => {
  it(`that is stopped becomes ${status} by an operator's decision`, async () => {
    const id = await make();
    await db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 ms' WHERE id = $1`, [id]);
    await recordFailure(db, decisionHandlers[kind].call, { recordId: id, code: 'timeout', limitMs: 0 });
    expect(
      await recordFailure(db, decisionHandlers[kind].call, { recordId: id, code: 'timeout', limitMs: 0 }),
    ).toMatchObject({ isStopped: true });
    const call = await callAbout(id);
    expect(await decide(call?.id ?? '', { status, reason: 'Seen at the partner.' })).toMatchObject({ status: 200 });
    const { rows } = await db.pool.query(`SELECT status, due_at FROM ${table} WHERE id = $1`, [id]);
    expect(rows).toMatchObject([{ status, due_at: null }]);
  });
});
