import { endQuarantines } from '@linework/inventory/expiry/expire-due';
import type { Line } from '@linework/schemas/lines/line';
import { getLineAtInstantRoute, listNumberHistoryRoute } from '@linework/schemas/lines/line-history';
import {
  activateLineRoute,
  blockLineRoute,
  changeNumberRoute,
  createLineRoute,
  deleteLineRoute,
  getLineRoute,
  swapSimRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { takesLong } from '@linework/testing/run/takes-long';
import { sql } from '@linework/testing/sql';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../console/test-console.ts';
import { testWorker } from '../support/worker.ts';

takesLong('many-cases');

const console = await startTestConsole();
const { api } = console;
const worker = testWorker(api);
const client = await api.aClient();
afterAll(() => console.close());

const lineAt = (id: string, at: Date) =>
  client.call(getLineAtInstantRoute, { params: { id }, query: { at: at.toISOString() } });
const readLineAt = async (id: string, at: Date) =>
  getLineAtInstantRoute.responses[200].body.parse((await lineAt(id, at)).body);
const readLine = async (id: string) =>
  getLineRoute.responses[200].body.parse((await client.call(getLineRoute, { params: { id } })).body);
const orderOf = ({ headers }: { readonly headers: Headers }) => headers.get('Location')?.split('/').at(-1);
const aSource = async (type: 'MSISDN' | 'SIM') => ({
  poolId: (await aPool(api.db, { brokerId: client.broker.id, type, count: 1 })).id,
});
/** An instant between two transactions. The stored times have milliseconds. */
async function readInstant(): Promise<Date> {
  const [row] = await api.db.query(
    sql<{ now: Date }>`SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now
      FROM pg_sleep(0.002)`,
  );
  await api.db.query(sql`SELECT pg_sleep(0.003)`);
  return row?.now as Date;
}

/** Each returns the order that it placed. */
const operations = {
  block: (id: string) => client.call(blockLineRoute, { params: { id } }),
  unblock: (id: string) => client.call(unblockLineRoute, { params: { id } }),
  activate: (id: string) => client.call(activateLineRoute, { params: { id } }),
  swap: async (id: string) => client.call(swapSimRoute, { params: { id }, body: { sim: await aSource('SIM') } }),
  change: async (id: string) =>
    client.call(changeNumberRoute, { params: { id }, body: { msisdn: await aSource('MSISDN') } }),
  delete: (id: string) => client.call(deleteLineRoute, { params: { id } }),
};

const whatHasHistory = ({
  status,
  msisdn,
  iccId,
  activatedAt,
  terminatedAt,
}: Pick<Line, 'status' | 'msisdn' | 'iccId' | 'activatedAt' | 'terminatedAt'>) => ({
  status,
  msisdn,
  iccId,
  activatedAt,
  terminatedAt,
});

describe('a line at an instant', () => {
  it('is the line as it was then, in any history', async () => {
    const names = Object.keys(operations) as (keyof typeof operations)[];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 8 }), async (steps) => {
        const { id } = await aLineWithResources(api.db, 'STAND_BY', { brokerId: client.broker.id });
        const seen: { readonly at: Date; readonly line: object }[] = [];
        const look = async () => {
          const line = whatHasHistory(await readLine(id));
          seen.push({ at: await readInstant(), line });
        };
        await look();
        for (const step of steps) {
          await operations[step](id);
          await look();
          await worker.handleWakeUps();
          await look();
        }
        for (const { at, line } of seen) expect(whatHasHistory(await readLineAt(id, at))).toEqual(line);
      }),
      { numRuns: 8 },
    );
  });

  it('names the order and the actor of each value', async () => {
    const { id } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const before = await readInstant();
    const swap = await operations.swap(id);
    await worker.handleWakeUps();
    const block = await operations.block(id);
    await worker.handleWakeUps();
    const now = await readInstant();
    const { at, causes } = await readLineAt(id, now);
    expect(at).toBe(now.toISOString());
    expect(causes).toMatchObject({
      status: { type: 'line.blocked', orderId: orderOf(block) },
      iccId: { type: 'line.sim_swapped', orderId: orderOf(swap) },
      msisdn: { type: 'line.created' },
    });
    expect((await readLineAt(id, before)).causes.iccId?.type).toBe('line.created');
  });

  it('has the subscription of then, and none before it joined', async () => {
    const { id, holderId } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const before = await readInstant();
    const subscriptionId = await aSubscriptionOf(holderId);
    await api.db.query(sql`UPDATE line SET subscription_id = ${subscriptionId}::uuid WHERE id = ${id}::uuid`);
    const during = await readInstant();
    await api.db.query(sql`UPDATE line SET subscription_id = NULL WHERE id = ${id}::uuid`);
    const after = await readInstant();
    const found = await Promise.all([before, during, after].map((at) => readLineAt(id, at)));
    expect(found.map((line) => line.subscriptionId)).toEqual([undefined, subscriptionId, undefined]);
  });

  it('before the line existed is not found, and the answer tells since when it is known', async () => {
    const { id } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const { createdAt } = await readLine(id);
    const early = await lineAt(id, new Date('2001-01-01T00:00:00Z'));
    expect(early).toMatchObject({
      status: 404,
      body: { code: 'not-found', detail: `The line ${id} is known since ${createdAt}.` },
    });
    expect((await lineAt(id, new Date(createdAt))).status).toBe(200);
  });

  it('of another broker returns 404', async () => {
    const { id } = await aLineWithResources(api.db, 'ACTIVE');
    expect((await lineAt(id, new Date())).status).toBe(404);
  });

  it('needs an instant with an offset', async () => {
    const { id } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const response = await fetch(`${api.url}/lines/${id}/past?at=2026-03-03T14:10:00`, {
      headers: { 'X-API-Key': client.key },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'at' }] });
  });
});

async function aSubscriptionOf(holderId: string): Promise<string> {
  return (await aSubscription(api.db, 'ACTIVE', { brokerId: client.broker.id, customerId: holderId })).id;
}

describe('the history of a number', () => {
  /** A number that one holder had, and after its quarantine another one. */
  async function aNumberOfTwo() {
    const first = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const during = await readInstant();
    const deletion = await operations.delete(first.id);
    await worker.handleWakeUps();
    await api.db.query(
      sql`UPDATE resource_state SET quarantine_ends_at = now() WHERE resource_id = ${first.numberId}::uuid`,
    );
    await endQuarantines(api.db);
    const between = await readInstant();
    const { id: holderId } = await aHolder(api.db, { brokerId: client.broker.id });
    const body = { customerId: holderId, msisdn: { resourceId: first.numberId }, sim: await aSource('SIM') };
    const creation = await client.call(createLineRoute, { body });
    await worker.handleWakeUps();
    return { first, holderId, during, between, deletionId: orderOf(deletion), creationId: orderOf(creation) };
  }
  const history = async (
    msisdn: string,
    query: { readonly at?: string } = {},
    reader: Pick<typeof client, 'call'> = client,
  ) => {
    const { body } = await reader.call(listNumberHistoryRoute, { params: { msisdn }, query });
    return listNumberHistoryRoute.responses[200].body.parse(body).items;
  };

  it('has each holder with what began and ended the period, newest first', async () => {
    const { first, holderId, deletionId, creationId } = await aNumberOfTwo();
    const [second, before, ...others] = await history(first.msisdn);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ holder: { id: holderId }, began: { orderId: creationId } });
    expect([second?.heldTo, second?.ended]).toEqual([undefined, undefined]);
    expect(before).toMatchObject({
      holder: { id: first.holderId },
      lineId: first.id,
      ended: { orderId: deletionId, type: 'resource.quarantined' },
    });
  });

  it('answers who had it at an instant, and that nobody had', async () => {
    const { first, during, between } = await aNumberOfTwo();
    const then = await history(first.msisdn, { at: during.toISOString() });
    expect(then.map(({ holder }) => holder.id)).toEqual([first.holderId]);
    expect(await history(first.msisdn, { at: between.toISOString() })).toEqual([]);
  });

  it('is not found by another broker, and has the broker for an operator', async () => {
    const { msisdn } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const other = await (await api.aClient()).call(listNumberHistoryRoute, { params: { msisdn } });
    expect(other).toMatchObject({ status: 404, body: { code: 'not-found' } });
    const operator = await api.anOperatorsClient();
    expect((await history(msisdn, {}, operator)).map(({ brokerId }) => brokerId)).toEqual([client.broker.id]);
  });

  it('is masked for people', async () => {
    const { msisdn } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const viewer = await console.signedIn('viewer');
    const { json } = await viewer.call('GET', `/numbers/${encodeURIComponent(msisdn)}/history`);
    expect(json.items[0].holder.name).toContain('*');
  });
});
