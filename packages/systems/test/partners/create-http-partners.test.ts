import { randomInt } from 'node:crypto';
import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type { Partners } from '@linework/partners/partners';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import {
  partnerUrls,
  type RunningPartnerSimulator,
  startPartnerSimulator,
} from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let simulator: RunningPartnerSimulator;
let partners: Partners;
beforeAll(async () => {
  simulator = await startPartnerSimulator();
  partners = createPartners(60_000);
});
afterEach(async () => {
  await simulator.client.clearFaults();
  await simulator.client.clearScriptedReplies();
});
afterAll(() => simulator.stop());

const createPartners = (PARTNER_TIMEOUT_MS: number) =>
  createHttpPartners({ ...partnerUrls(simulator.url), PARTNER_TIMEOUT_MS });
const uuid = () => crypto.randomUUID();
const aCharge = (token = 'tok_ok', amount = '59.90') =>
  ({ paymentId: uuid(), token: `${token}_${uuid()}`, amount, currency: 'BRL' }) as const;
const aBilhete = (lastFour = '0000') => ({
  portInId: uuid(),
  msisdn: `+55119${randomInt(1000, 9999)}${lastFour}`,
  donor: '55321',
  federalTaxId: '52998224725',
  windowFrom: new Date('2026-12-01T12:00:00Z'),
  windowUntil: new Date('2026-12-01T13:00:00Z'),
});
const catchCode = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: TransientError | PermanentError) => [
      error instanceof TransientError ? TransientError : error.constructor,
      error.code,
    ],
  );

describe('the payment provider', () => {
  it.each([
    ['CARD', 'tok_ok', 'ACTIVE'],
    ['CARD', 'tok_refused_1', 'REFUSED'],
    ['CARD', 'tok_pending_1', 'PENDING'],
    ['PIX_AUTHORIZATION', 'tok_ok', 'PENDING'],
  ] as const)('registers a %s by %s as %s, and then finds it', async (type, token, status) => {
    const methodId = uuid();
    const answer = await partners.paymentProvider.registerMethod({ key: methodId }, { methodId, type, token });
    expect(answer).toMatchObject({ status });
    expect(await partners.paymentProvider.findMethod(methodId)).toEqual(answer);
  });

  it('returns the public data of a card', async () => {
    const methodId = uuid();
    const answer = await partners.paymentProvider.registerMethod(
      { key: methodId },
      { methodId, type: 'CARD', token: 'tok_ok' },
    );
    expect(answer).toMatchObject({
      brand: expect.any(String),
      lastFour: expect.stringMatching(/^\d{4}$/),
      expiresOn: '2035-12-31',
    });
  });

  it('refunds once for each key, in parts, and never more than was paid', async () => {
    const charge = aCharge();
    const { paymentId } = charge;
    await partners.paymentProvider.charge({ key: paymentId }, charge);
    const refundOf = (amount: string, refundId = uuid()) => ({ refundId, paymentId, amount, currency: 'BRL' }) as const;
    const first = refundOf('50.00');
    for (let time = 0; time < 2; time += 1) {
      expect(await partners.paymentProvider.refund({ key: first.refundId }, first)).toEqual({ status: 'COMPLETED' });
    }
    expect(await catchCode(partners.paymentProvider.refund({ key: uuid() }, refundOf('9.91')))).toEqual([
      PermanentError,
      'refund-exceeds-payment',
    ]);
    const rest = refundOf('9.90');
    await partners.paymentProvider.refund({ key: rest.refundId }, rest);
    expect(await partners.paymentProvider.findPayment(paymentId)).toEqual({ status: 'REFUNDED' });
    expect(await partners.paymentProvider.findRefund(first.refundId)).toEqual({ status: 'COMPLETED' });
  });

  it('refunds nothing of an unsettled payment', async () => {
    const charge = aCharge('tok_wait');
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    const refund = { refundId: uuid(), paymentId: charge.paymentId, amount: '1.00', currency: 'BRL' } as const;
    expect(await catchCode(partners.paymentProvider.refund({ key: refund.refundId }, refund))).toEqual([
      PermanentError,
      'payment-not-settled',
    ]);
  });

  it('never executes a refund that was cancelled before its call arrived', async () => {
    const charge = aCharge();
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    const refund = { refundId: uuid(), paymentId: charge.paymentId, amount: '1.00', currency: 'BRL' } as const;
    expect(await partners.paymentProvider.cancelRefund({ key: uuid() }, refund.refundId)).toEqual({
      status: 'CANCELED',
    });
    expect(await catchCode(partners.paymentProvider.refund({ key: refund.refundId }, refund))).toEqual([
      PermanentError,
      'refund-exists',
    ]);
  });

  it('refunds later, or not at all, on command', async () => {
    const charge = aCharge();
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    for (const [order, status] of [
      ['complete', 'COMPLETED'],
      ['fail', 'FAILED'],
    ] as const) {
      const refund = { refundId: uuid(), paymentId: charge.paymentId, amount: '1.00', currency: 'BRL' } as const;
      await simulator.client.scriptReply({ match: { operation: 'payments.refund' }, answer: 'PENDING' });
      expect(await partners.paymentProvider.refund({ key: refund.refundId }, refund)).toEqual({ status: 'PENDING' });
      await simulator.client.settleRefund(refund.refundId, order);
      expect(await partners.paymentProvider.findRefund(refund.refundId)).toMatchObject({ status });
    }
  });

  it('deletes a method that is removed', async () => {
    const methodId = uuid();
    await partners.paymentProvider.registerMethod({ key: methodId }, { methodId, type: 'CARD', token: 'tok_ok' });
    await partners.paymentProvider.removeMethod({ key: `${methodId}:remove` }, methodId);
    expect(await partners.paymentProvider.findMethod(methodId)).toBeUndefined();
  });

  it.each([
    ['tok_ok', '59.90', { status: 'CONFIRMED' }],
    ['tok_declined_1', '59.90', { status: 'FAILED', reason: 'INSUFFICIENT_FUNDS' }],
    ['tok_ok', '666.66', { status: 'FAILED', reason: 'INSUFFICIENT_FUNDS' }],
    ['tok_wait_1', '59.90', { status: 'PENDING' }],
  ])('responds to a charge of %s for %s with %j', async (token, amount, answer) => {
    const charge = aCharge(token, amount);
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual(answer);
    expect(await partners.paymentProvider.findPayment(charge.paymentId)).toEqual(answer);
  });

  it('settles an authorised charge later', async () => {
    const charge = aCharge('tok_later');
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual({ status: 'AUTHORIZED' });
    await expect.poll(() => partners.paymentProvider.findPayment(charge.paymentId)).toEqual({ status: 'CONFIRMED' });
  });

  it('charges once for any number of requests, and responds with the current state', async () => {
    const charge = aCharge();
    for (let time = 0; time < 3; time += 1) await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    await simulator.client.changeCharge(charge.paymentId, 'charge-back');
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toMatchObject({
      status: 'CHARGED_BACK',
    });
    expect(await simulator.client.calls('payments.charge', charge.paymentId)).toBe(4);
    expect(await simulator.client.requestLog({ key: charge.paymentId })).toHaveLength(1);
  });

  it('rejects a charge with a second key, or with another amount and the first key', async () => {
    const charge = aCharge();
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    expect(await catchCode(partners.paymentProvider.charge({ key: uuid() }, charge))).toEqual([
      PermanentError,
      'payment-exists',
    ]);
    expect(
      await catchCode(partners.paymentProvider.charge({ key: charge.paymentId }, { ...charge, amount: '1.00' })),
    ).toEqual([PermanentError, 'key-reused']);
  });

  it('rejects a charge by an inactive method', async () => {
    const [methodId, charge] = [uuid(), aCharge('tok_pending')];
    await partners.paymentProvider.registerMethod({ key: methodId }, { methodId, type: 'CARD', token: charge.token });
    expect(await catchCode(partners.paymentProvider.charge({ key: charge.paymentId }, charge))).toEqual([
      PermanentError,
      'method-not-active',
    ]);
    await simulator.client.decideMethod(methodId, 'approve');
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual({ status: 'CONFIRMED' });
  });

  it('blocks a charge that was cancelled before it arrived', async () => {
    const charge = aCharge();
    expect(
      await partners.paymentProvider.cancelPayment({ key: `${charge.paymentId}:cancel` }, charge.paymentId),
    ).toEqual({ status: 'CANCELED' });
    expect(await catchCode(partners.paymentProvider.charge({ key: charge.paymentId }, charge))).toEqual([
      PermanentError,
      'payment-canceled',
    ]);
  });

  it('rejects the cancel of a paid charge', async () => {
    const charge = aCharge();
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    expect(await catchCode(partners.paymentProvider.cancelPayment({ key: uuid() }, charge.paymentId))).toEqual([
      PermanentError,
      'already-settled',
    ]);
  });

  it('returns a scripted reply, once', async () => {
    const charge = aCharge();
    await simulator.client.scriptReply({
      match: { operation: 'payments.charge', id: charge.paymentId },
      answer: 'FAILED',
      reason: 'STOLEN_CARD',
    });
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual({
      status: 'FAILED',
      reason: 'STOLEN_CARD',
    });
    const next = aCharge();
    expect(await partners.paymentProvider.charge({ key: next.paymentId }, next)).toEqual({ status: 'CONFIRMED' });
  });
});

describe('the clearing house', () => {
  const finds = (portInId: string) => expect.poll(() => partners.clearingHouse.findBilhete(portInId));

  it('accepts a bilhete, replies later, and receives the confirmation', async () => {
    const bilhete = aBilhete();
    const { windowFrom, windowUntil } = bilhete;
    const accepted = await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    expect(accepted).toEqual({ ticket: expect.any(String), status: 'PENDING', windowFrom, windowUntil });
    await finds(bilhete.portInId).toMatchObject({ status: 'ACCEPTED', ticket: accepted.ticket });
    expect(await partners.clearingHouse.confirm({ key: uuid() }, bilhete.portInId)).toMatchObject({ status: 'PORTED' });
  });

  it('replies with a conflict for the number, until it is corrected', async () => {
    const bilhete = aBilhete('9901');
    await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    await finds(bilhete.portInId).toMatchObject({ status: 'CONFLICT', reasonCode: 'WRONG_DATA' });
    const corrected = await partners.clearingHouse.correct(
      { key: uuid() },
      { ...bilhete, federalTaxId: '11144477735' },
    );
    expect(corrected).toMatchObject({ status: 'PENDING' });
    expect(corrected).not.toHaveProperty('reasonCode');
    await finds(bilhete.portInId).toMatchObject({ status: 'ACCEPTED' });
  });

  it('rejects the number, and then accepts no cancel', async () => {
    const bilhete = aBilhete('9905');
    await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    await finds(bilhete.portInId).toMatchObject({ status: 'REJECTED', reasonCode: 'NUMBER_UNAVAILABLE' });
    expect(await catchCode(partners.clearingHouse.cancel({ key: uuid() }, bilhete.portInId))).toEqual([
      PermanentError,
      'not-now',
    ]);
  });

  it('replies on command', async () => {
    const bilhete = aBilhete('9909');
    await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    await simulator.client.answerBilhete(bilhete.portInId, { status: 'CONFLICT', reasonCode: 'NUMBER_BLOCKED' });
    expect(await partners.clearingHouse.findBilhete(bilhete.portInId)).toMatchObject({
      status: 'CONFLICT',
      reasonCode: 'NUMBER_BLOCKED',
    });
  });

  it('cancels a waiting bilhete, and accepts the number again', async () => {
    const bilhete = aBilhete('9909');
    await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    const again = { ...bilhete, portInId: uuid() };
    expect(await catchCode(partners.clearingHouse.request({ key: again.portInId }, again))).toEqual([
      PermanentError,
      'REQUEST_RUNNING',
    ]);
    expect(await partners.clearingHouse.cancel({ key: uuid() }, bilhete.portInId)).toMatchObject({
      status: 'CANCELLED',
    });
    expect(await partners.clearingHouse.request({ key: again.portInId }, again)).toMatchObject({ status: 'PENDING' });
  });

  it('receives the confirmation of a port-out, once for each key', async () => {
    const call = { key: uuid() };
    const portOut = { ticket: 'PO0000000001', msisdn: '+5511900000001' };
    for (let time = 0; time < 2; time += 1) await partners.clearingHouse.confirmPortOut(call, portOut);
    expect(await simulator.client.requestLog(call)).toMatchObject([
      { record: { kind: 'port-out', id: portOut.ticket, status: 'CONFIRMED' } },
    ]);
    expect(await catchCode(partners.clearingHouse.cancelPortOut({ key: uuid() }, portOut))).toEqual([
      PermanentError,
      'not-now',
    ]);
    expect(await partners.clearingHouse.findPortOut(portOut.ticket)).toEqual({ status: 'CONFIRMED' });
  });

  it('does not know a ticket of another number, or an unknown one', async () => {
    const portOut = { ticket: `PO${randomInt(1_000_000_000)}`, msisdn: '+5511900000002' };
    expect(await catchCode(partners.clearingHouse.cancelPortOut({ key: uuid() }, portOut))).toEqual([
      PermanentError,
      'unknown',
    ]);
    expect(await partners.clearingHouse.findPortOut(portOut.ticket)).toBeUndefined();
  });
});

describe('a faulty partner', () => {
  const calls = {
    'payment-provider': {
      operation: 'payments.charge',
      act: (from: Partners, id: string) => from.paymentProvider.charge({ key: id }, { ...aCharge(), paymentId: id }),
    },
    'clearing-house': {
      operation: 'clearing-house.request',
      act: (from: Partners, id: string) => from.clearingHouse.request({ key: id }, { ...aBilhete(), portInId: id }),
    },
  } as const;

  describe.each(Object.entries(calls))('the %s', (partner, { operation, act }) => {
    it.each([
      ['error-before', 'unavailable', 0],
      ['error-after', 'unavailable', 1],
      ['drop-after', 'unreachable', 1],
      ['unavailable', 'unreachable', 0],
    ] as const)('raises an error to retry for %s', async (fault, code, effects) => {
      const id = uuid();
      await simulator.client.injectFault({ fault, match: { operation } });
      expect(await catchCode(act(partners, id))).toEqual([TransientError, `${partner}-${code}`]);
      expect(await simulator.client.requestLog({ key: id })).toHaveLength(effects);
    });

    it('raises a permanent error with the requested code for refuse', async () => {
      await simulator.client.injectFault({ fault: 'refuse', code: 'NOT_A_CUSTOMER', match: { operation } });
      expect(await catchCode(act(partners, uuid()))).toEqual([PermanentError, 'NOT_A_CUSTOMER']);
    });

    it('raises an error to retry for a response after the timeout', async () => {
      await simulator.client.injectFault({ fault: 'hold', match: { operation } });
      expect(await catchCode(act(createPartners(100), uuid()))).toEqual([TransientError, `${partner}-timeout`]);
    });

    it('is late but right when it is slow', async () => {
      const id = uuid();
      await simulator.client.injectFault({ fault: 'slow', ms: 100, match: { operation } });
      await act(partners, id);
      expect(await simulator.client.requestLog({ key: id })).toHaveLength(1);
    });
  });

  it('loses the first response to a charge of such a token, and has charged', async () => {
    const charge = aCharge('tok_timeout');
    expect(await catchCode(partners.paymentProvider.charge({ key: charge.paymentId }, charge))).toEqual([
      TransientError,
      'payment-provider-unreachable',
    ]);
    expect(await partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual({ status: 'CONFIRMED' });
  });

  it('raises the same errors for a read', async () => {
    await simulator.client.injectFault({ fault: 'error-before', match: { operation: 'tax-authority.find' } });
    expect(await catchCode(partners.taxAuthority.findReceipt('3'.repeat(44)))).toEqual([
      TransientError,
      'tax-authority-unavailable',
    ]);
    expect(await partners.taxAuthority.findReceipt('3'.repeat(44))).toBeUndefined();
  });
});
