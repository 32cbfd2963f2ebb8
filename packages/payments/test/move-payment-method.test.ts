import { startPayments } from '@linework/fixtures/start-payments';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';

const setup = await startPayments(recordingPaymentProvider());
afterAll(() => setup.close());
const { db, caller, brokerId } = setup;

describe('resuming a payment method', () => {
  it('waits for a concurrent suspension and then sees its result', async () => {
    const { id } = await aPaymentMethod(db, 'ACTIVE', { brokerId });
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = db.transaction(async (tx) => {
      await tx.prisma.paymentMethod.update({ where: { id }, data: { status: 'SUSPENDED' } });
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const resumed = movePaymentMethod(db, { caller, methodId: id }, 'resume');
    await Promise.race([resumed, waitUntil('it waits', async () => (await countWaitingSessions(db)) === 1)]).finally(
      released.resolve,
    );
    await other;
    expect(await resumed).toMatchObject({ status: 'ACTIVE' });
  });
});
