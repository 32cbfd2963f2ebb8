import { anOperator, withKey } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { resendDelivery } from '../src/deliveries/resend-delivery.ts';
import { watchEndpoints } from '../src/deliveries/watch-endpoints.ts';
import { deleteEndpoint } from '../src/endpoints/delete-endpoint.ts';
import { disableEndpoint, enableEndpoint } from '../src/endpoints/move-endpoint.ts';
import { type Replay, replayEvents } from '../src/replays/replay-events.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, receiver, anEndpoint, anEvent, deliver, deliveriesOf, makeDue } = fixture;

const callsTo = (path: string) => receiver.calls.filter((call) => call.path === path);
const statusesOf = async (endpointId: string) => (await deliveriesOf(endpointId)).map(({ status }) => status);
const endpointRow = (id: string) => db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
const hour = 3_600_000;
const before = (ms: number) => new Date(Date.now() - ms);

async function anEndpointAt(name: string, input = {}) {
  const { caller } = await fixture.aBroker();
  const path = `/${name}`;
  const endpoint = await anEndpoint(caller, { url: `${fixture.url}${path}`, ...input });
  return { caller, path, ...endpoint, target: { caller, endpointId: endpoint.id } };
}

async function events(caller: Parameters<typeof anEvent>[0], count: number) {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await anEvent(caller));
  return made;
}

describe('a dead endpoint', () => {
  it('costs one probe, and the others wait behind it', async () => {
    const { caller, path, id } = await anEndpointAt('dead');
    receiver.setFault({ kind: 'status', status: 500, path });
    await events(caller, 3);
    await deliver();
    await events(caller, 20);
    await deliver();
    const callsBefore = callsTo(path).length;
    await makeDue(id);
    await deliver();
    expect(callsTo(path).length - callsBefore).toBe(1);
    expect((await statusesOf(id)).filter((status) => status === 'pending').length).toBeGreaterThanOrEqual(19);
  });

  it('gets everything that waits when a probe succeeds', async () => {
    const { caller, path, id } = await anEndpointAt('back');
    receiver.setFault({ kind: 'status', status: 500, path });
    await events(caller, 4);
    await deliver();
    receiver.clearFaults();
    await db.prisma.webhookEndpoint.update({
      where: { id },
      data: { failingSince: before(hour), blockedUntil: null, nextAt: new Date(0) },
    });
    await db.prisma.webhookDelivery.updateMany({ where: { endpointId: id }, data: { dueAt: new Date(0) } });
    await deliver();
    expect(await statusesOf(id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    expect(await endpointRow(id)).toMatchObject({ failures: 0, failingSince: null });
  });

  it('is not announced within the first hour', async () => {
    const { caller, path, id } = await anEndpointAt('just-failing');
    receiver.setFault({ kind: 'status', status: 500, path });
    await events(caller, 1);
    await deliver();
    expect((await watchEndpoints(db, { disableAfterMs: 120 * hour })).announcedIds).not.toContain(id);
  });

  it('is announced after an hour and after a day, once each', async () => {
    const { path, id } = await anEndpointAt('failing');
    const announced = async (sinceMs: number) => {
      await db.prisma.webhookEndpoint.update({
        where: { id },
        data: { failingSince: before(sinceMs), failures: 4, lastFailureAt: new Date() },
      });
      return (await watchEndpoints(db, { disableAfterMs: 120 * hour })).announcedIds.includes(id);
    };
    expect(path).toBe('/failing');
    expect([
      await announced(hour),
      await announced(2 * hour),
      await announced(25 * hour),
      await announced(30 * hour),
    ]).toEqual([true, false, true, false]);
    expect(
      (await db.prisma.event.findMany({ where: { resourceId: id, type: 'webhook_endpoint.failing' } })).length,
    ).toBe(2);
  });

  it.each([
    ['after five days', { failingSince: before(121 * hour), lastFailureAt: new Date(), failures: 9 }, true],
    ['not before', { failingSince: before(119 * hour), lastFailureAt: new Date(), failures: 9 }, false],
    ['not for a few failures', { failingSince: before(121 * hour), lastFailureAt: new Date(), failures: 4 }, false],
    [
      'not for the failures of one morning',
      { failingSince: before(121 * hour), lastFailureAt: before(110 * hour), failures: 9 },
      false,
    ],
  ])('is disabled %s', async (name, state, isDisabled) => {
    const { caller, id } = await anEndpointAt(`hopeless-${name.replaceAll(' ', '-')}`);
    await db.prisma.webhookEndpoint.update({
      where: { id },
      data: { ...state, blockedUntil: new Date(Date.now() + hour) },
    });
    await watchEndpoints(db, { disableAfterMs: 120 * hour });
    await anEvent(caller);
    await deliver();
    expect(await endpointRow(id)).toMatchObject(
      isDisabled ? { status: 'disabled', disabledReason: 'failing' } : { status: 'enabled' },
    );
    expect(await statusesOf(id)).toEqual([isDisabled ? 'held' : 'pending']);
  });
});

describe('a disabled endpoint', () => {
  it.each([
    ['all', { deliver: 'all' }, ['delivered', 'delivered']],
    ['none', { deliver: 'none' }, ['failed', 'failed']],
  ] as const)('that is enabled for %s of its held events gets these', async (name, choice, expected) => {
    const { caller, id, target } = await anEndpointAt(`held-${name}`);
    await disableEndpoint(db, target);
    await events(caller, 2);
    await deliver();
    expect(await statusesOf(id)).toEqual(['held', 'held']);
    await enableEndpoint(db, { ...target, ...choice });
    await deliver();
    expect(await statusesOf(id)).toEqual(expected);
  });

  it('that is enabled since a time gets the held events from then on', async () => {
    const { caller, id, target } = await anEndpointAt('held-since');
    await disableEndpoint(db, target);
    await events(caller, 1);
    // The times of events have milliseconds. The second is at least one later.
    await db.pool.query('SELECT pg_sleep(0.002)');
    const [second] = await events(caller, 1);
    await deliver();
    const { at } = await db.prisma.event.findUniqueOrThrow({ where: { seq: second?.seq ?? 0n } });
    await enableEndpoint(db, { ...target, deliver: 'since', since: at });
    await deliver();
    expect(await statusesOf(id)).toEqual(['failed', 'delivered']);
  });

  it('cannot be disabled again', async () => {
    const { target } = await anEndpointAt('twice');
    await disableEndpoint(db, target);
    await expect(disableEndpoint(db, target)).rejects.toMatchObject({ status: 409, code: 'invalid-status-transition' });
  });

  it('holds what waits for its next try', async () => {
    const { caller, path, id, target } = await anEndpointAt('held-waiting');
    receiver.setFault({ kind: 'status', status: 500, path });
    await events(caller, 1);
    await deliver();
    await disableEndpoint(db, target);
    expect(await statusesOf(id)).toEqual(['held']);
  });
});

describe('a deleted endpoint', () => {
  it('gets nothing more, and its open deliveries fail', async () => {
    const { caller, path, id, target } = await anEndpointAt('deleted');
    receiver.setFault({ kind: 'status', status: 500, path });
    await events(caller, 1);
    await deliver();
    await deleteEndpoint(db, target);
    await events(caller, 1);
    await deliver();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', reason: 'endpoint-deleted' }]);
    expect(await db.prisma.webhookSecret.count({ where: { endpointId: id } })).toBe(0);
  });
});

describe('an endpoint that orders by record', () => {
  it('gets the next event of a record only after the one before, and others go on', async () => {
    const { caller, path, id } = await anEndpointAt('ordered', { ordering: 'resource' });
    const record = crypto.randomUUID();
    receiver.setFault({ kind: 'status', status: 500, path, times: 1 });
    await anEvent(caller, 'line.changed', record);
    await deliver();
    await anEvent(caller, 'line.changed', record);
    await anEvent(caller);
    await deliver();
    expect(await statusesOf(id)).toEqual(['waiting', 'pending', 'delivered']);
    await makeDue(id);
    await deliver();
    expect(await statusesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
    const positions = callsTo(path)
      .slice(-2)
      .map(({ body }) => JSON.parse(body).position as number);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });
});

describe('an endpoint of an operator', () => {
  it('gets the events of every broker, and the endpoint of a broker only its own', async () => {
    const operators = await anEndpoint(await withKey(db, anOperator()), {
      url: `${fixture.url}/operator`,
      types: ['line.changed'],
    });
    const { caller } = await fixture.aBroker();
    await events(caller, 1);
    await events((await fixture.aBroker()).caller, 1);
    await deliver();
    expect(await statusesOf(operators.id)).toHaveLength(2);
    await deleteEndpoint(db, { caller: anOperator(), endpointId: operators.id });
  });
});

describe('a replay', () => {
  const replay = (input: Partial<Replay> & Pick<Replay, 'caller' | 'endpointId'>) =>
    replayEvents(db, { dryRun: false, perSecond: 1_000, ...input });

  it.each([
    ['a range', ({ positions }: Past) => ({ fromPosition: positions[1], toPosition: positions[2] }), 2],
    ['a filter', () => ({ types: ['line.blocked'] }), 1],
    ['one event', ({ ids }: Past) => ({ eventId: ids[0] }), 1],
    ['what is missing', () => ({ missingSince: new Date(0) }), 1],
  ] as const)('of %s sends what its dry run counts', async (name, select, expected) => {
    const past = await aPast(`replay-${name.replaceAll(' ', '-')}`);
    const selected = { ...past.target, ...select(past) };
    const dry = await replay({ ...selected, dryRun: true });
    expect(dry.count).toBe(expected);
    const { id, count } = await replay(selected);
    await deliver();
    const sent = (await deliveriesOf(past.target.endpointId)).filter(({ cause }) => cause === 'replay');
    expect({ count, sent: sent.length, statuses: [...new Set(sent.map(({ status }) => status))] }).toEqual({
      count: dry.count,
      sent: dry.count,
      statuses: ['delivered'],
    });
    expect(await db.prisma.webhookDelivery.count({ where: { causeId: id, keyId: past.target.caller.keyId } })).toBe(
      dry.count,
    );
  });

  it('spreads its deliveries over time', async () => {
    const { target } = await aPast('replay-slowly');
    await disableAndEnableNothing(target.endpointId);
    await replay({ ...target, types: ['*'], perSecond: 1 });
    const due = (await deliveriesOf(target.endpointId)).flatMap(({ cause, dueAt }) =>
      cause === 'replay' && dueAt ? [dueAt.getTime()] : [],
    );
    expect(due.slice(1).map((time, index) => time - (due[index] ?? 0))).toEqual([1_000, 1_000, 1_000]);
  });

  it('finds no event of another broker', async () => {
    const { ids } = await aPast('replay-own');
    const { target } = await anEndpointAt('replay-other');
    await expect(replay({ ...target, eventId: ids[0] })).rejects.toMatchObject({
      status: 422,
      code: 'webhook-event-unknown',
    });
  });

  interface Past {
    readonly ids: readonly string[];
    readonly positions: readonly number[];
  }

  /** Four events: three are delivered, and the last one has failed for good. */
  async function aPast(name: string) {
    const { caller, path, id, target } = await anEndpointAt(name);
    const made = [await anEvent(caller), await anEvent(caller, 'line.blocked'), await anEvent(caller)];
    await deliver();
    made.push(await anEvent(caller));
    receiver.setFault({ kind: 'status', status: 500, path });
    await deliver();
    receiver.clearFaults();
    await db.prisma.webhookDelivery.updateMany({
      where: { endpointId: id, status: 'waiting' },
      data: { status: 'failed', dueAt: null },
    });
    await db.prisma.webhookEndpoint.update({
      where: { id },
      data: { failures: 0, failingSince: null, blockedUntil: null, nextAt: null },
    });
    const rows = await db.pool.query<{ position: string }>(
      `SELECT r.first_position + s.seq - r.first_seq AS position
       FROM event_range r
       JOIN unnest($1::bigint[]) AS s(seq) ON s.seq >= r.first_seq AND s.seq < r.first_seq + r.event_count
       ORDER BY 1`,
      [made.map(({ seq }) => seq)],
    );
    return { target, ids: made.map((event) => event.id), positions: rows.rows.map(({ position }) => Number(position)) };
  }

  /** Nothing is sent while the endpoint is blocked. */
  const disableAndEnableNothing = (id: string) =>
    db.prisma.webhookEndpoint.update({ where: { id }, data: { blockedUntil: new Date(Date.now() + hour) } });
});

describe('a resend', () => {
  it('sends the event again under its id, as a delivery that names the first one and the key', async () => {
    const { caller, path, id } = await anEndpointAt('resend');
    await events(caller, 1);
    await deliver();
    const [first] = await deliveriesOf(id);
    const resent = await resendDelivery(db, { caller, deliveryId: first?.id ?? '' });
    await deliver();
    expect(resent).toMatchObject({ cause: 'manual', causeId: first?.id });
    expect(callsTo(path).map(({ webhookId }) => webhookId)).toEqual([resent.eventId, resent.eventId]);
    expect(
      await db.prisma.webhookDelivery.count({ where: { id: resent.id, keyId: caller.keyId, status: 'delivered' } }),
    ).toBe(1);
  });
});
