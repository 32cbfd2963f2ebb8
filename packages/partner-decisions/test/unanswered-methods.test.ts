import { startPayments } from '@linework/fixtures/start-payments';
import { decideUnansweredCall } from '@linework/partner-decisions/decide-unanswered-call';
import { readMethod, recordMethod } from '@linework/payments/methods/due-methods';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';

const setup = await startPayments(recordingPaymentProvider());
afterAll(() => setup.close());
const { db, provider, caller } = setup;

const callsAbout = (recordId: string) => db.prisma.unansweredCall.findMany({ where: { recordId } });

/** A new method with one unanswered call. */
async function anUnansweredMethod() {
  const { id } = await setup.aNewMethod();
  provider.failNext(id, 'unavailable');
  await setup.reconcileMethods();
  const [call] = await callsAbout(id);
  expect(call).toMatchObject({ failures: 1, endedAt: null });
  return { id, callId: call?.id ?? '' };
}

describe('a payment method with an unanswered call', () => {
  it('that is removed meanwhile is closed once the provider knows of the removal', async () => {
    const { id } = await anUnansweredMethod();
    await movePaymentMethod(db, { caller, methodId: id }, 'remove');
    await setup.reconcileMethods();
    expect(provider.removed).toContain(id);
    expect(await callsAbout(id)).toMatchObject([{ failures: 1, endedAt: expect.any(Date) }]);
  });

  it('whose response arrives during the decision of an operator keeps the response; the decision is rejected', async () => {
    const { id, callId } = await anUnansweredMethod();
    const [recorded, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const response = db.transaction(async (tx) => {
      const method = await readMethod(tx, id);
      if (method) await recordMethod(tx, method, { status: 'ACTIVE' });
      recorded.resolve();
      await end.promise;
    });
    await recorded.promise;
    const decision = decideUnansweredCall(db, {
      caller: anOperator(),
      id: callId,
      decision: { status: 'REFUSED', reason: 'Seen at the provider.' },
    });
    const refused = expect(decision).rejects.toMatchObject({ status: 409, code: 'record-changed' });
    await waitUntil('the decision waits for the response', async () => (await countWaitingSessions(db)) > 0);
    end.resolve();
    await response;
    await refused;
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE' });
    expect(await setup.eventsOf(id)).not.toContain('payment_method.decided');
  });
});
