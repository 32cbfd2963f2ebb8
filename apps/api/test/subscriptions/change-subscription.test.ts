import {
  changeSubscriptionRoute,
  listSubscriptionEventsRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { aSubscription } from '@linework/testing/a-subscription';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;
const change = (id: string, body: object) => client.call(changeSubscriptionRoute, { params: { id }, body });

describe('changing a subscription', () => {
  it('changes only the sent members and emits an event with their names and the key', async () => {
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    expect(await change(id, { externalCode: 'c-1', metadata: { a: 1 } })).toMatchObject({
      status: 200,
      body: { externalCode: 'c-1', metadata: { a: 1 } },
    });
    const terms = { invoiceApprovalRequired: true, changesBehavior: 'NEXT_CYCLE' } as const;
    expect(await change(id, terms)).toMatchObject({
      status: 200,
      body: { externalCode: 'c-1', metadata: { a: 1 }, ...terms },
    });
    const removed = await change(id, { externalCode: null });
    expect(removed.body).not.toHaveProperty('externalCode');
    const { body } = await client.call(listSubscriptionEventsRoute, { params: { id } });
    const { items } = body as { items: readonly { type: string; details: object }[] };
    expect(items.filter(({ type }) => type === 'subscription.changed').map(({ details }) => details)).toEqual([
      { changed: ['externalCode', 'metadata'] },
      { changed: ['invoiceApprovalRequired', 'changesBehavior'] },
      { changed: ['externalCode'] },
    ]);
  });

  it('does nothing for an empty change', async () => {
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    const { updatedAt } = await api.db.prisma.subscription.findUniqueOrThrow({ where: { id } });
    expect(await change(id, {})).toMatchObject({ status: 200, body: { updatedAt: updatedAt.toISOString() } });
  });

  it('allows a new prorateFirstInvoice only for a DRAFT', async () => {
    const [draft, active] = [
      await aSubscription(api.db, 'DRAFT', { brokerId }),
      await aSubscription(api.db, 'ACTIVE', { brokerId }),
    ];
    expect(await change(draft.id, { prorateFirstInvoice: true })).toMatchObject({
      status: 200,
      body: { prorateFirstInvoice: true },
    });
    expect(await change(active.id, { prorateFirstInvoice: true })).toMatchObject({
      status: 409,
      body: { currentStatus: 'ACTIVE' },
    });
  });

  it('allows a new code and metadata after the end, but no new terms', async () => {
    const { id } = await aSubscription(api.db, 'CANCELLED', { brokerId });
    expect(await change(id, { metadata: { archived: true } })).toMatchObject({ status: 200 });
    expect(await change(id, { metadata: {}, changesBehavior: 'NO_CHANGES' })).toMatchObject({
      status: 409,
      body: { currentStatus: 'CANCELLED' },
    });
    expect(await api.db.prisma.subscription.findUnique({ where: { id } })).toMatchObject({
      metadata: { archived: true },
    });
  });

  it('is rejected with 409 for the code of another subscription', async () => {
    const [one, other] = [
      await aSubscription(api.db, 'ACTIVE', { brokerId }),
      await aSubscription(api.db, 'ACTIVE', { brokerId }),
    ];
    await change(one.id, { externalCode: 'in-use' });
    expect(await change(other.id, { externalCode: 'in-use' })).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken' },
    });
  });

  it('rejects fixed members and card numbers and reports all errors at once', async () => {
    const { id, customerId } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    const response = await change(id, { customerId, billingDay: 3, metadata: { card: '4111111111111111' } });
    const { errors } = response.body as unknown as { errors: readonly { pointer: string }[] };
    expect(response.status).toBe(400);
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/billingDay', '/customerId', '/metadata/card']);
  });
});
