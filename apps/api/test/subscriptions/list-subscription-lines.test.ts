import type { SubscriptionLine } from '@linework/schemas/subscriptions/subscription-line';
import {
  cancelSubscriptionRoute,
  joinLineRoute,
  leaveLineRoute,
  listSubscriptionLinesRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aSubscription } from '@linework/testing/a-subscription';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

async function linesOf(id: string, query: object = {}) {
  const { body } = await client.call(listSubscriptionLinesRoute, {
    params: { id },
    query: { sortOrder: 'asc', ...query } as never,
  });
  return body as { readonly items: readonly SubscriptionLine[]; readonly meta: { readonly total: number } };
}

/** A subscription with a line of its holder. */
async function aJoinedLine() {
  const line = await anActiveLine(api.db, { brokerId });
  const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId });
  await client.call(joinLineRoute, { params: { id }, body: { lineId: line.id } });
  return { id, line };
}

describe('the lines of a subscription', () => {
  it('are listed with the times at which they joined', async () => {
    const { id, line } = await aJoinedLine();
    expect((await linesOf(id)).items).toEqual([
      {
        id: expect.any(String),
        lineId: line.id,
        status: 'ACTIVE',
        msisdn: line.msisdn,
        iccId: expect.any(String),
        joinedAt: expect.any(String),
      },
    ]);
  });

  it('stay in the list when they leave, and a line that joins again is listed twice', async () => {
    const { id, line } = await aJoinedLine();
    await client.call(leaveLineRoute, { params: { id, lineId: line.id } });
    await client.call(joinLineRoute, { params: { id }, body: { lineId: line.id } });
    await client.call(joinLineRoute, { params: { id }, body: { lineId: line.id } });
    const { items, meta } = await linesOf(id);
    expect(meta.total).toBe(2);
    expect(items.map(({ lineId, endedAt }) => [lineId, endedAt !== undefined])).toEqual([
      [line.id, true],
      [line.id, false],
    ]);
  });

  it('have an end when they are TERMINATED or the subscription has ended', async () => {
    const [terminated, joined] = [await aLine(api.db, 'TERMINATED', { brokerId }), await aJoinedLine()];
    const { id } = await aSubscription(api.db, 'ACTIVE', {
      brokerId,
      customerId: terminated.holderId,
      lineIds: [terminated.id],
    });
    const { terminatedAt } = await api.db.prisma.line.findUniqueOrThrow({ where: { id: terminated.id } });
    expect((await linesOf(id)).items).toMatchObject([
      { status: 'TERMINATED', ...(terminatedAt && { endedAt: terminatedAt.toISOString() }) },
    ]);
    const { body } = await client.call(cancelSubscriptionRoute, { params: { id: joined.id }, body: {} });
    expect((await linesOf(joined.id)).items).toMatchObject([
      { lineId: joined.line.id, endedAt: (body as { endDate: string }).endDate },
    ]);
  });

  it('are listed in pages', async () => {
    const line = await anActiveLine(api.db, { brokerId });
    const others = await Promise.all([1, 2].map(() => anActiveLine(api.db, { brokerId, holderId: line.holderId })));
    const lineIds = [line, ...others].map(({ id }) => id);
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds });
    const pages = await Promise.all([1, 2].map((page) => linesOf(id, { limit: '2', page: `${page}` })));
    expect(pages.flatMap(({ items }) => items.map(({ lineId }) => lineId)).toSorted()).toEqual(lineIds.toSorted());
  });

  it('are in one subscription at a time by a rule of the database', async () => {
    const { line } = await aJoinedLine();
    const { id: subscriptionId } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId });
    const second = api.db.prisma.subscriptionLine.create({ data: { subscriptionId, lineId: line.id, brokerId } });
    await expect(second).rejects.toThrow();
  });
});
