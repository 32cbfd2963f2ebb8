import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { anonymiseHolder } from '@linework/privacy/anonymise-holder';
import { line as lineSchema } from '@linework/schemas/lines/line';
import { getLineAtInstantRoute, listNumberHistoryRoute } from '@linework/schemas/lines/line-history';
import {
  blockLineRoute,
  changeLineHolderRoute,
  getLineRoute,
  listLineEventsRoute,
} from '@linework/schemas/lines/lines.routes';
import { orderPreview } from '@linework/schemas/orders/order-preview';
import { cancelOrderRoute, getOrderRoute, previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { endWithoutLines } from '@linework/subscriptions/lines/end-without-lines';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { sql } from '@linework/testing/sql';
import { addCredit } from '@linework/usage/add-credit';
import { findBalance } from '@linework/usage/find-balance';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
const worker = testWorker(api);
const client = await api.aClient();
afterAll(() => api.close());

const brokerId = client.broker.id;
const aNewHolder = () => aHolder(api.db, { brokerId });
const aLine = (status: 'ACTIVE' | 'BLOCKED' | 'STAND_BY' = 'ACTIVE') =>
  aLineWithResources(api.db, status, { brokerId });
const aSubscriptionOf = (customerId: string, lineIds: readonly string[] = []) =>
  aSubscription(api.db, 'ACTIVE', { brokerId, customerId, lineIds });
const readLine = async (id: string) => lineSchema.parse((await client.call(getLineRoute, { params: { id } })).body);
const orderOf = ({ headers }: { readonly headers: Headers }) => headers.get('Location')?.split('/').at(-1) as string;
const readOrder = async (orderId: string) =>
  getOrderRoute.responses[200].body.parse((await client.call(getOrderRoute, { params: { orderId } })).body);
const change = (
  id: string,
  body: { readonly customerId: string; readonly subscriptionId?: string },
  query: { readonly notBefore?: string; readonly reason?: string } = {},
) => client.call(changeLineHolderRoute, { params: { id }, body, query });
const aLineThatIsUsed = async () => {
  const line = await aLineWithProducts(api.db, [aProduct()], { brokerId });
  await findBalance(api.db, {
    caller: aCallerOf(client.broker),
    lineId: line.id,
    productId: line.products[0]?.id ?? '',
  });
  return { line, customerId: (await aNewHolder()).id, products: line.products, subscription: line.subscription };
};
/** Commits this work when the change of the holder waits for its locks. */
async function moveDuring(work: (tx: Db) => Promise<void>) {
  const moved = await api.db.transaction(async (tx) => {
    await work(tx);
    const moving = worker.handleWakeUps();
    await waitUntil('the change to wait', async () => {
      const [row] = await api.db.query(
        sql<{ waits: boolean }>`SELECT count(*) > 0 AS waits FROM pg_stat_activity
          WHERE datname = current_database() AND pg_backend_pid() <> pid AND cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return row?.waits === true;
    });
    return { moving };
  });
  await moved.moving;
}
const subscriptionStatus = async (id: string) =>
  (await api.db.prisma.subscription.findUniqueOrThrow({ where: { id } })).status;

describe('giving a line to another holder', () => {
  it.each(['ACTIVE', 'BLOCKED', 'STAND_BY'] as const)(
    'that is %s moves it with its number and its SIM, and the network hears nothing',
    async (status) => {
      const [line, holder] = [await aLine(status), await aNewHolder()];
      const calls = worker.network.calls.length;
      const response = await change(line.id, { customerId: holder.id });
      expect(response.status).toBe(202);
      expect(response.body).toMatchObject({ status, holder: { id: line.holderId } });
      await worker.handleWakeUps();
      expect(await readOrder(orderOf(response))).toMatchObject({ type: 'LINE_HOLDER_CHANGE', status: 'COMPLETED' });
      expect(await readLine(line.id)).toMatchObject({ status, msisdn: line.msisdn, holder: { id: holder.id } });
      expect(worker.network.calls).toHaveLength(calls);
      const open = await api.db.prisma.allocation.findMany({ where: { lineId: line.id, heldTo: null } });
      expect(open.map(({ holderId }) => holderId)).toEqual([holder.id, holder.id]);
    },
  );

  it('moves it from the subscription of the one to that of the other', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const former = await aSubscriptionOf(line.holderId, [line.id]);
    const next = await aSubscriptionOf(holder.id);
    await change(line.id, { customerId: holder.id, subscriptionId: next.id });
    await worker.handleWakeUps();
    expect(await readLine(line.id)).toMatchObject({ subscriptionId: next.id, holder: { id: holder.id } });
    await endWithoutLines({ db: api.db, log: silentLog });
    expect(await subscriptionStatus(former.id)).toBe('CANCELLED');
    expect(await subscriptionStatus(next.id)).toBe('ACTIVE');
  });

  it('leaves a subscription that has another line as it is', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const other = await aLine();
    await api.db.query(sql`UPDATE line SET holder_id = ${line.holderId}::uuid WHERE id = ${other.id}::uuid`);
    const former = await aSubscriptionOf(line.holderId, [line.id, other.id]);
    await change(line.id, { customerId: holder.id });
    await worker.handleWakeUps();
    await endWithoutLines({ db: api.db, log: silentLog });
    expect(await subscriptionStatus(former.id)).toBe('ACTIVE');
    expect((await readLine(line.id)).subscriptionId).toBeUndefined();
  });

  it('tells in the history of the number who had it, and which order changed that', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const orderId = orderOf(await change(line.id, { customerId: holder.id }));
    await worker.handleWakeUps();
    const { body } = await client.call(listNumberHistoryRoute, { params: { msisdn: line.msisdn } });
    const [second, first] = listNumberHistoryRoute.responses[200].body.parse(body).items;
    expect(second).toMatchObject({ holder: { id: holder.id }, began: { type: 'resource.holder_changed', orderId } });
    expect(first).toMatchObject({
      holder: { id: line.holderId },
      heldTo: second?.heldFrom,
      ended: { type: 'resource.holder_changed', orderId },
    });
  });

  it('tells in the past of the line who had it, and which order changed that', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const past = async (at?: string) =>
      getLineAtInstantRoute.responses[200].body.parse(
        (await client.call(getLineAtInstantRoute, { params: { id: line.id }, query: at ? { at } : {} })).body,
      );
    const [row] = await api.db.query(sql<{ now: Date }>`SELECT clock_timestamp() AS now FROM pg_sleep(0.003)`);
    await api.db.query(sql`SELECT pg_sleep(0.003)`);
    const orderId = orderOf(await change(line.id, { customerId: holder.id }));
    await worker.handleWakeUps();
    expect(await past(row?.now.toISOString())).toMatchObject({
      holder: { id: line.holderId },
      causes: { holder: { type: 'line.created' } },
    });
    expect(await past()).toMatchObject({
      holder: { id: holder.id },
      causes: { holder: { type: 'line.holder_changed', orderId } },
    });
  });

  it('keeps the reason and the actor in the event of the line', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const response = await change(line.id, { customerId: holder.id }, { reason: 'The company was sold.' });
    await worker.handleWakeUps();
    const { body } = await client.call(listLineEventsRoute, { params: { id: line.id } });
    const events = listLineEventsRoute.responses[200].body.parse(body).items;
    expect(events.at(-1)).toMatchObject({ type: 'line.holder_changed', orderId: orderOf(response) });
  });

  it('can be previewed, and nothing changes', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const before = await readDatabaseState(api.db);
    const body = { type: 'LINE_HOLDER_CHANGE', lineId: line.id, customerId: holder.id } as const;
    const response = await client.call(previewOrderRoute, { body });
    expect(orderPreview.parse(response.body)).toMatchObject({
      type: 'LINE_HOLDER_CHANGE',
      resource: { id: line.id },
      input: { customerId: holder.id },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('for later changes nothing before its time, and can be cancelled', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const notBefore = new Date(Date.now() + 3_600_000).toISOString();
    const orderId = orderOf(await change(line.id, { customerId: holder.id }, { notBefore }));
    await worker.handleWakeUps();
    expect((await readLine(line.id)).holder.id).toBe(line.holderId);
    await client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'The sale is off.' } });
    expect((await readOrder(orderId)).status).toBe('CANCELLED');
    expect(await client.call(blockLineRoute, { params: { id: line.id } })).toMatchObject({ status: 200 });
  });

  it('whose new holder was anonymised since it was placed is rolled back, and the line stays where it is', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    const orderId = orderOf(await change(line.id, { customerId: holder.id }));
    await anonymiseHolder(api.db, { caller: aCallerOf(client.broker), holderId: holder.id });
    await worker.handleWakeUps();
    const { status, steps } = await readOrder(orderId);
    expect({ status, step: steps[0]?.status, error: steps[0]?.error?.code }).toEqual({
      status: 'ROLLED_BACK',
      step: 'SKIPPED',
      error: 'holder-change-refused',
    });
    expect((await readLine(line.id)).holder.id).toBe(line.holderId);
  });

  it('never gives it to a holder who is anonymised while it moves', async () => {
    const [line, holder] = [await aLine(), await aNewHolder()];
    await anonymiseHolder(api.db, { caller: aCallerOf(client.broker), holderId: holder.id });
    await expect(
      api.db.query(sql`UPDATE line SET holder_id = ${holder.id}::uuid WHERE id = ${line.id}::uuid`),
    ).rejects.toThrow('an anonymised holder gets no line');
  });

  it('ends a credit that is added while it waits for the balances', async () => {
    const { line, customerId, products } = await aLineThatIsUsed();
    await change(line.id, { customerId });
    await moveDuring(async (tx) => {
      await addCredit(tx, {
        caller: aCallerOf(client.broker),
        lineId: line.id,
        productId: products[0]?.id ?? '',
        type: 'DATA',
        amount: 5,
        dueDate: new Date(Date.now() + 86_400_000),
      });
    });
    const [credit] = await api.db.query(
      sql<{ isOver: boolean }>`SELECT c.due_at <= now() AS "isOver"
        FROM usage_credit c JOIN usage_account a ON a.id = c.account_id
        WHERE c.kind = 'SPOT' AND a.line_id = ${line.id}::uuid`,
    );
    expect(credit).toEqual({ isOver: true });
  });

  it('forgets a pause of its subscription that begins while it waits for it', async () => {
    const { line, customerId, subscription } = await aLineThatIsUsed();
    await change(line.id, { customerId });
    await moveDuring(async (tx) => {
      await tx.query(sql`SELECT FROM subscription WHERE id = ${subscription.id}::uuid FOR UPDATE`);
      await tx.query(sql`INSERT INTO paused_line (subscription_id, line_id, broker_id)
        VALUES (${subscription.id}::uuid, ${line.id}::uuid, ${brokerId}::uuid)`);
    });
    expect(await api.db.prisma.pausedLine.count({ where: { lineId: line.id } })).toBe(0);
  });

  it('is refused for a line whose balances the database rejects, and another line goes', async () => {
    const [one, other] = [await aLineThatIsUsed(), await aLineThatIsUsed()];
    await api.db.query(sql`UPDATE subscription SET cycle = cycle + 1 WHERE id = ${one.subscription.id}::uuid`);
    await api.db.query(sql`UPDATE subscription_product
      SET content = jsonb_set(content, '{components,0,amount}', '"many"')
      WHERE subscription_id = ${one.subscription.id}::uuid`);
    const refused = orderOf(await change(one.line.id, { customerId: one.customerId }));
    const done = orderOf(await change(other.line.id, { customerId: other.customerId }));
    await worker.handleWakeUps();
    expect(await readOrder(refused)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(await readOrder(done)).toMatchObject({ status: 'COMPLETED' });
  });

  it('names everything that is against it at once, and opens no order', async () => {
    const line = await aLine();
    const { id: customerId } = await aHolder(api.db, { brokerId: (await aBroker(api.db)).id });
    const before = await readDatabaseState(api.db);
    const response = await change(line.id, { customerId, subscriptionId: line.id });
    expect(response).toMatchObject({
      status: 422,
      body: {
        code: 'holder-change-refused',
        errors: [{ pointer: '/customerId' }, { pointer: '/subscriptionId' }],
      },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('that has it already is refused', async () => {
    const line = await aLine();
    expect(await change(line.id, { customerId: line.holderId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/customerId', detail: 'The line has this holder already.' }] },
    });
  });

  it('of another broker returns 404', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE');
    const holder = await aNewHolder();
    expect(await change(line.id, { customerId: holder.id })).toMatchObject({ status: 404 });
  });

  it('at the same time as to a third one is done once', async () => {
    const [line, one, other] = [await aLine(), await aNewHolder(), await aNewHolder()];
    const responses = await Promise.all([one, other].map(({ id }) => change(line.id, { customerId: id })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await worker.handleWakeUps();
    const winner = [one, other][responses.findIndex(({ status }) => status === 202)];
    expect((await readLine(line.id)).holder.id).toBe(winner?.id);
  });
});
