import type { Caller } from '@linework/auth/caller';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { changeHolder } from '@linework/holders/change-holder';
import { findHolder } from '@linework/holders/find-holder';
import { findHolderAt } from '@linework/holders/holder-history';
import { findResource } from '@linework/inventory/resources/find-resource';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { findResourceAt } from '@linework/inventory/resources/resource-history';
import { findLine } from '@linework/lines/records/find-line';
import { findLineAt } from '@linework/lines/records/line-history';
import {
  blockLineRoute,
  changeLineHolderRoute,
  changeNumberRoute,
  swapSimRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import { pauseSubscription } from '@linework/subscriptions/pauses/pause-subscription';
import { resumeSubscription } from '@linework/subscriptions/pauses/resume-subscription';
import { findSubscriptionAt } from '@linework/subscriptions/subscription-history';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { aCpf } from '@linework/testing/codes/tax-ids';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { sql } from '@linework/testing/sql';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

takesLong('many-cases');

const api = await startTestApi();
const worker = testWorker(api);
const client = await api.aClient();
const caller: Caller = aCallerOf(client.broker);
const { db } = api;
const deps: PlaceDeps = { db, notify: (more) => void api.wakeUps.push(...more) };
const brokerId = client.broker.id;
afterAll(() => api.close());

/**
 * An instant between two transactions, of which each is three milliseconds away: the stored times are rounded to
 * milliseconds.
 */
async function readInstant(): Promise<Date> {
  const [row] = await db.query(
    sql<{ now: Date }>`SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now
      FROM pg_sleep(0.002)`,
  );
  await db.query(sql`SELECT pg_sleep(0.006)`);
  return row?.now as Date;
}

/** A line with its number and SIM, its holder with a subscription, and another holder with one. */
async function aWorld() {
  const line = await aLineWithResources(db, 'ACTIVE', { brokerId });
  const holders = [line.holderId, (await aHolder(db, { brokerId })).id];
  const subscriptions: string[] = [];
  for (const customerId of holders)
    subscriptions.push((await aSubscription(db, 'ACTIVE', { brokerId, customerId, onLastLineEnded: 'keep' })).id);
  return { lineId: line.id, resources: new Set([line.numberId, line.simId]), holders, subscriptions };
}

type World = Awaited<ReturnType<typeof aWorld>>;

const aSource = async ({ resources }: World, type: 'MSISDN' | 'SIM') => {
  const { id, resourceIds } = await aPool(db, { brokerId, type, count: 1 });
  resources.add(resourceIds[0] as string);
  return { poolId: id };
};
const onLine = ({ lineId }: World) => ({ params: { id: lineId } });

/** Each may be refused in the state in which the world is. */
const operations = {
  block: (world: World) => client.call(blockLineRoute, onLine(world)),
  unblock: (world: World) => client.call(unblockLineRoute, onLine(world)),
  swap: async (world: World) =>
    client.call(swapSimRoute, { ...onLine(world), body: { sim: await aSource(world, 'SIM') } }),
  number: async (world: World) =>
    client.call(changeNumberRoute, { ...onLine(world), body: { msisdn: await aSource(world, 'MSISDN') } }),
  toFirst: (world: World) =>
    client.call(changeLineHolderRoute, { ...onLine(world), body: { customerId: world.holders[0] as string } }),
  toSecond: (world: World) =>
    client.call(changeLineHolderRoute, {
      ...onLine(world),
      body: { customerId: world.holders[1] as string, subscriptionId: world.subscriptions[1] as string },
    }),
  rename: (world: World) =>
    changeHolder(db, { caller, holderId: world.holders[0] as string, name: `Maria ${Math.random()}` }),
  taxId: (world: World) => changeHolder(db, { caller, holderId: world.holders[1] as string, federalTaxId: aCpf() }),
  pause: (world: World) => pauseSubscription(deps, { caller, subscriptionId: world.subscriptions[1] as string }),
  resume: (world: World) => resumeSubscription(deps, { caller, subscriptionId: world.subscriptions[1] as string }),
  hold: (world: World) =>
    requestResourceMove(db, { caller, resourceId: [...world.resources][0] as string, request: 'suspend' }),
};

const pick = (record: object, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (record as Readonly<Record<string, unknown>>)[name]]));
const ofLine = ['status', 'msisdn', 'iccId', 'subscriptionId', 'holder'];
const ofHolder = ['name', 'federalTaxId'];

/** What has a history, as the records are now. */
async function look({ lineId, resources, holders, subscriptions }: World) {
  return {
    line: pick(await findLine(db, { caller, lineId }), ...ofLine),
    holders: await each(holders, async (holderId) => pick(await findHolder(db, { caller, holderId }), ...ofHolder)),
    subscriptions: await each(
      subscriptions,
      async (subscriptionId) => (await findSubscription(db, { caller, subscriptionId })).status,
    ),
    resources: await each([...resources], async (resourceId) =>
      pick(await findResource(db, { caller, resourceId }), 'status', 'lineId'),
    ),
  };
}

/** The same by the routes of the past. */
async function lookAt({ lineId, holders, subscriptions }: World, at: Date, resources: readonly string[]) {
  return {
    line: pick(await findLineAt(db, { caller, lineId, at }), ...ofLine),
    holders: await each(holders, async (holderId) =>
      pick(await findHolderAt(db, { caller, holderId, at }), ...ofHolder),
    ),
    subscriptions: await each(
      subscriptions,
      async (subscriptionId) => (await findSubscriptionAt(db, { caller, subscriptionId, at })).status,
    ),
    resources: await each(resources, async (resourceId) =>
      pick(await findResourceAt(db, { caller, resourceId, at }), 'status', 'lineId'),
    ),
  };
}

async function each<Item, Result>(items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}

describe('the past of lines, holders, subscriptions, numbers and SIMs', () => {
  // 100 histories in five tests, because each has a limit of its own.
  it.each([1, 2, 3, 4, 5])('is at each instant what was seen then, in any history (%i)', async () => {
    const names = Object.keys(operations) as (keyof typeof operations)[];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 10, maxLength: 30 }), async (steps) => {
        const world = await aWorld();
        const seen: { readonly at: Date; readonly resources: readonly string[]; readonly state: object }[] = [];
        const remember = async () => {
          const [state, resources] = [await look(world), [...world.resources]];
          const first = await readInstant();
          for (const ms of [0, 1, 2]) seen.push({ at: new Date(first.getTime() + ms), resources, state });
        };
        await remember();
        for (const step of steps) {
          await Promise.resolve(operations[step](world)).catch(() => undefined);
          await worker.handleWakeUps();
          await remember();
        }
        for (const { at, resources, state } of seen) expect(await lookAt(world, at, resources)).toEqual(state);
      }),
      { numRuns: runsOf(20) },
    );
  });
});
