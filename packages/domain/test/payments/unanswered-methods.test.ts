import { decideUnansweredCall } from '@linework/domain/partner-decisions/decide-unanswered-call';
import { readMethod, recordMethod } from '@linework/domain/payment-methods/due-methods';
import { movePaymentMethod } from '@linework/domain/payment-methods/move-payment-method';
import { anOperator } from '@linework/testing/callers';
import { until } from '@linework/testing/processes/until';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { sessionsWaiting } from '@linework/testing/sessions-waiting';
import { afterAll, describe, expect, it } from 'vitest';
import { aTill } from './a-till.ts';

const till = await aTill(recordingPaymentProvider());
afterAll(() => till.close());
const { db, provider, caller } = till;

const callsAbout = (recordId: string) => db.prisma.unansweredCall.findMany({ where: { recordId } });

/** A new method that the provider has not answered about once. */
async function anUnansweredMethod() {
  const { id } = await till.aNewMethod();
  provider.trouble(id, 'away');
  await till.methods();
  const [call] = await callsAbout(id);
  expect(call).toMatchObject({ failures: 1, endedAt: null });
  return { id, callId: call?.id ?? '' };
}

describe('a payment method that the provider does not answer about', () => {
  it('and that is removed meanwhile is answered about when the provider knows of the removal', async () => {
    const { id } = await anUnansweredMethod();
    await movePaymentMethod(db, { caller, methodId: id }, 'remove');
    await till.methods();
    expect(provider.removed).toContain(id);
    expect(await callsAbout(id)).toMatchObject([{ failures: 1, endedAt: expect.any(Date) }]);
  });

  it('and that is answered about while an operator decides keeps the answer: the decision is refused', async () => {
    const { id, callId } = await anUnansweredMethod();
    const [recorded, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answer = db.transaction(async (tx) => {
      const method = await readMethod(tx, id);
      if (method) await recordMethod(tx, method, { status: 'ACTIVE' });
      recorded.resolve();
      await end.promise;
    });
    await recorded.promise;
    const decision = decideUnansweredCall(db, { caller: anOperator(), id: callId, decision: { status: 'REFUSED', reason: 'Seen at the provider.' } });
    const refused = expect(decision).rejects.toMatchObject({ status: 409, code: 'record-moved-on' });
    await until('the decision waits for the answer', async () => (await sessionsWaiting(db)) > 0);
    end.resolve();
    await answer;
    await refused;
    expect(await till.method(id)).toMatchObject({ status: 'ACTIVE' });
    expect(await till.eventsOf(id)).not.toContain('payment-method.decided');
  });
});
