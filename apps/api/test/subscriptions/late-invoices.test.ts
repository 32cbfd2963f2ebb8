import { addDays, toCivilDay } from '@linework/billing/civil-day';
import { countLateInvoices } from '@linework/operations/count-late-invoices';
import { listSubscriptionsRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { aSubscription } from '@linework/testing/a-subscription';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

describe('a subscription whose invoice could not be made', () => {
  it('is in a list and in a metric from the day after on', async () => {
    const client = await api.aClient();
    const today = toCivilDay(new Date());
    const dueOn = (nextBillingDate: string, status: 'ACTIVE' | 'PAUSED' = 'ACTIVE') =>
      aSubscription(api.db, status, {
        brokerId: client.broker.id,
        cycleFrom: addDays(today, -40),
        cycleUntil: addDays(today, -10),
        nextBillingDate,
      });
    const late = await dueOn(addDays(today, -1));
    const others = [await dueOn(today), await dueOn(addDays(today, -9), 'PAUSED')];
    const list = async (isInvoiceLate: boolean) => {
      const { body } = await client.call(listSubscriptionsRoute, { query: { isInvoiceLate } });
      return (body as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    expect(await list(true)).toEqual([late.id]);
    expect((await list(false)).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    expect(await countLateInvoices(api.db)).toBe(1);
  });
});
