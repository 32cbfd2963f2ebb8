import { randomUUID } from 'node:crypto';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { anonymiseHolder } from '@linework/privacy/anonymise-holder';
import { createLineRoute } from '@linework/schemas/lines/lines.routes';
import { createPaymentMethodRoute } from '@linework/schemas/payment-methods/payment-methods.routes';
import { createPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { createSubscriptionRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { cancelTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { anOffer } from '@linework/testing/an-offer';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

const pool = async (type: 'MSISDN' | 'SIM') => ({ poolId: (await aPool(api.db, { brokerId, type, count: 1 })).id });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The requests that create records of a holder. */
const requests: Readonly<Record<string, (customerId: string) => Promise<() => ReturnType<typeof client.call>>>> = {
  async 'a line'(holderId) {
    const body = { customerId: holderId, msisdn: await pool('MSISDN'), sim: await pool('SIM') };
    return () => client.call(createLineRoute, { body });
  },
  async 'a subscription'(customerId) {
    const { versionId: offerVersionId } = await anOffer(api.db, { brokerId });
    const body = {
      customerId,
      offerVersionId,
      billingCycle: { frequency: 'MONTHLY', billingType: 'POSTPAID' },
    } as const;
    return () => client.call(createSubscriptionRoute, { body });
  },
  async 'a payment method'(customerId) {
    return () => client.call(createPaymentMethodRoute, { body: { customerId, type: 'CARD', token: randomUUID() } });
  },
  async 'a port-in'(customerId) {
    const [{ poolId }, sim] = [await pool('MSISDN'), await pool('SIM')];
    const body = {
      customerId,
      msisdn: '+5511987651234',
      donor: '55321',
      windowFrom: inDays(5),
      windowUntil: inDays(6),
      poolId,
      sim,
    };
    return () => client.call(createPortInRoute, { body });
  },
};

const waitForLockWaiter = () =>
  waitUntil('a session waits for a lock', async () => (await countWaitingSessions(api.db)) > 0);

describe('while a holder is anonymised', () => {
  it.each(Object.entries(requests))('the creation of %s waits and is rejected', async (_name, prepared) => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const request = await prepared(holderId);
    const pending = await api.db.transaction(async (tx) => {
      await anonymiseHolder(tx, { caller: { ...aCallerOf(client.broker), keyId: client.keyId }, holderId });
      const response = request();
      await waitForLockWaiter();
      return { response };
    });
    expect(await pending.response).toMatchObject({ status: 422, body: { code: 'holder-anonymised' } });
  });

  it('the discard of a draft waits and leaves no name in it', async () => {
    const draft = await aTaxReceipt(api.db, 'DRAFT', { brokerId });
    const caller = { ...aCallerOf(client.broker), keyId: client.keyId };
    const { response } = await api.db.transaction(async (tx) => {
      await anonymiseHolder(tx, { caller, holderId: draft.customerId });
      const response = client.call(cancelTaxReceiptRoute, {
        params: { id: draft.id },
        body: { reason: 'Emitida por engano' },
      });
      await waitForLockWaiter();
      return { response };
    });
    expect(await response).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    expect(await api.db.prisma.taxReceipt.findUnique({ where: { id: draft.id } })).toMatchObject({
      content: { customer: { name: 'Anonymised' } },
    });
  });
});
