import { createHash } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { PermanentError, SystemUnavailable } from '@linework/engine/model/system-errors';
import { placeOrder } from '@linework/lines/commands/place-order';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { blockLine } from '@linework/lines/order-types/block-line';
import { reconcileLine } from '@linework/lines/order-types/reconcile-line';
import { terminateLine } from '@linework/lines/order-types/terminate-line';
import { acceptDrift, findDrift, getReconciliation, repairDrift } from '@linework/lines/reconciliation/drifts';
import { type CallOutcome, createSystemBreaker } from '@linework/systems/breaker/create-system-breaker';
import { guardNetwork } from '@linework/systems/breaker/guard-network';
import { aBroker, type TestBroker } from '@linework/testing/a-broker';
import type { TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { sql } from '@linework/testing/sql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Run, startReconciliation, states, subscriberOf } from './support/start-reconciliation.ts';

const on = await startReconciliation();
const { engine, network, register, linesOnNetwork, look, makeDue, round, driftsOf, repair } = on;
const { countingIn, failingFor, remove, aFreeNumber, aFreeImsi } = on;

/** Each test has a broker of its own. */
let broker: TestBroker;
beforeEach(async () => {
  broker = await on.aNewBroker();
});

/** The n-th random number of a run, from 0 to below `limit`. */
const pick = (seed: string, limit: number) => createHash('sha256').update(seed).digest().readUInt32BE(0) % limit;

/** Changes the register behind its back. */
const changeBehindItsBack = {
  missing: remove,
  'wrong-service-state': async (subscriber: NetworkSubscriber) => {
    const others = Object.values(states).filter((state) => state !== subscriber.serviceState);
    const serviceState = others[pick(subscriber.imsi, others.length)] ?? 'active';
    await register.load([{ ...subscriber, serviceState }]);
  },
  'wrong-number': async (subscriber: NetworkSubscriber) =>
    void (await register.load([{ ...subscriber, msisdn: await aFreeNumber() }])),
  'wrong-sim': async (subscriber: NetworkSubscriber) => {
    await remove(subscriber);
    await register.load([{ ...subscriber, imsi: await aFreeImsi() }]);
  },
} as const;
type Kind = keyof typeof changeBehindItsBack;
const kinds = Object.keys(changeBehindItsBack) as readonly Kind[];

describe('the reconciliation', () => {
  it('finds each of random changes within one round, and its repair makes the network equal', async () => {
    const lines = await linesOnNetwork(48);
    const changed = lines.flatMap((line, at) => {
      const kind = kinds[pick(`change ${at}`, kinds.length + 1)];
      return kind ? [{ line, kind }] : [];
    });
    for (const { line, kind } of changed) await changeBehindItsBack[kind](subscriberOf(line));

    await look();
    expect(await driftsOf(), 'the first comparison says nothing').toEqual([]);
    await makeDue();
    await look();
    const drifts = await driftsOf('OPEN');
    expect(new Map(drifts.map(({ lineId, kind }) => [lineId, kind]))).toEqual(
      new Map(changed.map(({ line, kind }) => [line.id, kind])),
    );
    expect(drifts.every(({ isOurs }) => isOurs)).toBe(true);

    for (const { id } of drifts) expect(await repair(id)).toBe('COMPLETED');
    expect(await driftsOf('OPEN')).toEqual([]);
    expect(await driftsOf('REPAIRED')).toHaveLength(changed.length);
    for (const line of lines) {
      expect(await register.subscriber(line.imsi)).toEqual(subscriberOf(line));
      expect(await network.findSubscriberOfNumber?.(line.msisdn)).toEqual(subscriberOf(line));
    }
    await round();
    expect(await driftsOf('OPEN')).toEqual([]);
  });

  it('leaves a subscriber alone that is not ours, and does not tell its number', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    const foreign = { ...subscriberOf(line), msisdn: '+351910000001' };
    await register.load([foreign]);
    await round();
    const [drift] = await driftsOf('OPEN');
    expect(drift).toMatchObject({ kind: 'wrong-number', isOurs: false, found: {} });
    expect(await repair(drift?.id ?? '')).toBe('ROLLED_BACK');
    expect(await register.subscriber(line.imsi)).toEqual(foreign);
    expect(await driftsOf('OPEN')).toHaveLength(1);
  });

  // A block changes its line, a repair does not.
  it.each([blockLine, reconcileLine])('counts no look that began before an order $code', async (orderType) => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    const order = { orderType, caller: aCallerOf(broker), lineId: line.id, correlationId: 'c' };
    await look();
    await makeDue();
    // The order is placed between the second comparison and what it writes.
    await look({ network: { ...network, findSubscriber: async () => void (await placeOrder(engine.deps, order)) } });
    expect(await driftsOf()).toEqual([]);

    const reads: string[] = [];
    await makeDue();
    await look({ network: countingIn(reads) });
    expect(reads, 'a line with an open order is not read').toEqual([]);
    expect(await driftsOf()).toEqual([]);
  });

  it('repairs nothing while another order is open on the line', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    await round();
    const [drift] = await driftsOf('OPEN');
    const caller = aCallerOf(broker);
    await placeOrder(engine.deps, { orderType: blockLine, caller, lineId: line.id, correlationId: 'c' });
    const repairing = repairDrift(engine.deps, { caller, driftId: drift?.id ?? '', correlationId: 'c' });
    await expect(repairing).rejects.toMatchObject({ code: 'open-order' });
  });

  it('waits for a register that goes away in the middle, and finds nothing missing', async () => {
    await linesOnNetwork(30, 'ACTIVE');
    let left = 12;
    const dying: ReadableNetwork = {
      ...network,
      findSubscriber: async (imsi) => {
        left -= 1;
        if (left < 0) throw new SystemUnavailable('network-unavailable', 'The network is away.');
        return network.findSubscriber(imsi);
      },
    };
    await look({ network: dying });
    const away = await getReconciliation(engine.db, aCallerOf(broker));
    expect(away).toMatchObject({ status: 'waiting', lines: 30 });
    expect(away.unchecked).toBeGreaterThanOrEqual(30 - 12);
    await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
    await look();
    expect(await getReconciliation(engine.db, aCallerOf(broker))).toMatchObject({
      status: 'running',
      lines: 30,
      checked: 30,
      openDrifts: 0,
      share: 0,
    });
    expect(await driftsOf()).toEqual([]);
  });

  it('lets one call find out that the register is back, so that no other is refused meanwhile', async () => {
    await linesOnNetwork(24, 'ACTIVE');
    const outcomes: CallOutcome[] = [];
    const observer = { callEnded: (_: string, outcome: CallOutcome) => outcomes.push(outcome), stateChanged: () => {} };
    const breaker = createSystemBreaker({ system: 'network', observer, openMs: 0 });
    const away = () => Promise.reject(new SystemUnavailable('network-unavailable', 'The network is away.'));
    await look({ network: guardNetwork({ ...network, findSubscriber: away }, breaker) });
    expect(breaker.state()).toBe('open');
    expect(await getReconciliation(engine.db, aCallerOf(broker))).toMatchObject({ status: 'waiting', unchecked: 24 });
    outcomes.length = 0;
    await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
    await look({ network: guardNetwork(network, breaker) });
    expect(outcomes).toEqual(Array.from({ length: 24 }, () => 'answered'));
    const state = await getReconciliation(engine.db, aCallerOf(broker));
    expect(state).toMatchObject({ status: 'running', lines: 24, checked: 24, openDrifts: 0 });
    expect(await driftsOf()).toEqual([]);
  });

  it('finds the line unreadable that is answered with an error, and checks the others', async () => {
    const [bad, good] = (await linesOnNetwork(2, 'ACTIVE')) as [TestLineWithResources, TestLineWithResources];
    await look();
    const reads: string[] = [];
    const failing = failingFor(bad, countingIn(reads));
    for (const _ of [1, 2]) {
      await makeDue();
      const first = sql`UPDATE line_check SET due_at = now() - interval '1 day' WHERE line_id = ${bad.id}::uuid`;
      await engine.db.query(first);
      await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
      await look({ network: failing, callsPerSecond: 50 });
    }
    expect(reads).toEqual([good.imsi, good.imsi]);
    expect(await driftsOf('OPEN')).toMatchObject([{ kind: 'unreadable', lineId: bad.id }]);
    expect(await getReconciliation(engine.db, aCallerOf(broker))).toMatchObject({ status: 'running', unchecked: 0 });
  });

  it('waits for a register that answers all lines with errors, but not in the place of a line in an order', async () => {
    const [busy] = (await linesOnNetwork(9, 'ACTIVE')) as [TestLineWithResources];
    await look();
    const caller = aCallerOf(broker);
    await placeOrder(engine.deps, { orderType: blockLine, caller, lineId: busy.id, correlationId: 'c' });
    await makeDue();
    const error = new PermanentError('refused', 'The register refuses.');
    await look({ network: { ...network, findSubscriber: () => Promise.reject(error) } });
    expect(await getReconciliation(engine.db, caller)).toMatchObject({ status: 'waiting', lines: 9, unchecked: 8 });
    expect(await driftsOf()).toEqual([]);
    await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
    await look();
  });

  describe('on a machine whose clock is an hour ahead', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 }));
    afterEach(() => vi.useRealTimers());

    it('compares lines again at once that were answered with errors', async () => {
      await linesOnNetwork(8, 'ACTIVE');
      const error = new PermanentError('refused', 'The register refuses.');
      await look({ network: { ...network, findSubscriber: () => Promise.reject(error) } });
      expect(await getReconciliation(engine.db, aCallerOf(broker))).toMatchObject({ lines: 8, unchecked: 8 });
      await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
      await look();
    });

    it('says when a drift was seen first', async () => {
      const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
      await remove(subscriberOf(line));
      await round();
      const [drift] = await driftsOf('OPEN');
      expect(Date.parse(drift?.firstSeenAt ?? '')).toBeLessThanOrEqual(Date.parse(drift?.createdAt ?? ''));
    });
  });

  it('ends a round once, when its last line is checked', async () => {
    await linesOnNetwork(1);
    const lastRound = async () => (await getReconciliation(engine.db, anOperator())).lastRoundAt;
    const before = await lastRound();
    await look();
    const ended = await lastRound();
    expect(ended).not.toBe(before);
    await look();
    expect(await lastRound()).toBe(ended);
  });

  it('counts lines to a limit, and says how many the last pass has found', async () => {
    await linesOnNetwork(3);
    await look();
    await makeDue();
    const count = async (caller: Caller) => {
      const { lines, checked, unchecked } = await getReconciliation(engine.db, caller, 2);
      return { lines, checked, unchecked };
    };
    expect(await count(aCallerOf(broker))).toEqual({ lines: 2, checked: 0, unchecked: 2 });
    const { lines } = await engine.db.prisma.reconciliation.findFirstOrThrow();
    expect(await count(anOperator())).toEqual({ lines, checked: lines - 2, unchecked: 2 });
  });

  it('ends no drift of a line that it cannot read', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    await round();
    const [drift] = await driftsOf('OPEN');
    const target = { caller: aCallerOf(broker), driftId: drift?.id ?? '' };
    await acceptDrift(engine.db, { ...target, reason: 'The SIM is at the customer.' });
    await makeDue();
    await round({ network: failingFor(line) });
    expect(await driftsOf('OPEN')).toMatchObject([{ kind: 'unreadable' }]);
    expect(await findDrift(engine.db, target)).toMatchObject({ kind: 'missing', status: 'ACCEPTED' });
    await makeDue();
    await look();
    expect(await driftsOf('OPEN')).toEqual([]);
    expect(await findDrift(engine.db, target)).toMatchObject({ status: 'ACCEPTED' });
  });

  it('reports a subscriber that somebody else took over after the drift was accepted', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    const having = (msisdn: string): Run => ({
      network: { ...network, findSubscriber: async () => ({ ...subscriberOf(line), msisdn }) },
    });
    await round(having(''));
    const target = { caller: aCallerOf(broker), driftId: (await driftsOf('OPEN'))[0]?.id ?? '' };
    expect(await acceptDrift(engine.db, { ...target, reason: 'It is bare.' })).toMatchObject({ isOurs: true });
    await makeDue();
    await round(having('+351910000002'));
    expect(await driftsOf('OPEN')).toMatchObject([{ kind: 'wrong-number', isOurs: false, found: {} }]);
    expect(await findDrift(engine.db, target)).toMatchObject({ status: 'GONE' });
  });

  it('leaves the subscriber of another line alone that has the number of the line', async () => {
    const [line, other] = (await linesOnNetwork(2, 'ACTIVE')) as [TestLineWithResources, TestLineWithResources];
    await remove(subscriberOf(line));
    const crossed = { ...subscriberOf(other), msisdn: line.msisdn };
    await register.load([crossed]);
    await round();
    const drifts = await driftsOf('OPEN');
    const ofLine = (id: string) => drifts.find(({ lineId }) => lineId === id);
    expect(ofLine(line.id)).toMatchObject({ kind: 'wrong-sim', found: { imsi: other.imsi } });
    expect(await repair(ofLine(line.id)?.id ?? '')).toBe('ROLLED_BACK');
    expect(await register.subscriber(other.imsi)).toEqual(crossed);
    // The other line first, and then the number is free.
    expect(await repair(ofLine(other.id)?.id ?? '')).toBe('COMPLETED');
    expect(await repair(ofLine(line.id)?.id ?? '')).toBe('COMPLETED');
    for (const each of [line, other]) expect(await register.subscriber(each.imsi)).toEqual(subscriberOf(each));
  });

  it('keeps an accepted drift while the register has the same, and reports another one', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    const other = await aFreeNumber();
    await register.load([{ ...subscriberOf(line), msisdn: other }]);
    await round();
    const caller = aCallerOf(broker);
    const [drift] = await driftsOf('OPEN');
    const driftId = drift?.id ?? '';
    const accepted = await acceptDrift(engine.db, { caller, driftId, reason: 'The number is being moved.' });
    expect(accepted).toMatchObject({ status: 'ACCEPTED', reason: 'The number is being moved.' });
    await expect(acceptDrift(engine.db, { caller, driftId, reason: 'Again.' })).rejects.toMatchObject({ status: 409 });
    await makeDue();
    await round();
    expect(await driftsOf('OPEN')).toEqual([]);
    await register.load([{ ...subscriberOf(line), msisdn: await aFreeNumber() }]);
    await makeDue();
    await round();
    expect(await driftsOf('OPEN')).toMatchObject([{ kind: 'wrong-number' }]);
    expect(await findDrift(engine.db, { caller, driftId })).toMatchObject({ status: 'GONE' });
  });

  it('says gone what a later look does not find, and tells each change as an event', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    await round();
    await register.load([subscriberOf(line)]);
    await makeDue();
    await look();
    const [drift] = await driftsOf('GONE');
    expect(drift).toMatchObject({ kind: 'missing', lineId: line.id });
    const events = await engine.db.prisma.event.findMany({
      where: { resourceId: drift?.id ?? '' },
      orderBy: { at: 'asc' },
    });
    expect(events.map(({ type, job }) => [type, job])).toEqual([
      ['drift.opened', 'reconcile-lines'],
      ['drift.gone', 'reconcile-lines'],
    ]);
  });

  const movesOf = async (driftId: string) => {
    const events = await engine.db.prisma.event.findMany({ where: { resourceId: driftId }, orderBy: { seq: 'asc' } });
    return events.map(({ fromStatus, toStatus }) => [fromStatus, toStatus]);
  };

  it.each(['OPEN', 'ACCEPTED'] as const)('tells that a drift was %s before it ended', async (status) => {
    const lines = await linesOnNetwork(3, 'ACTIVE');
    for (const line of lines) await remove(subscriberOf(line));
    await round();
    const caller = aCallerOf(broker);
    const idOf = new Map((await driftsOf('OPEN')).map(({ id, lineId }) => [lineId, id]));
    const [gone = '', repaired = '', left = ''] = lines.map(({ id }) => idOf.get(id) ?? '');
    if (status === 'ACCEPTED')
      for (const driftId of [gone, repaired, left]) await acceptDrift(engine.db, { caller, driftId, reason: 'Known.' });
    await register.load(lines.slice(0, 1).map(subscriberOf));
    expect(await repair(repaired)).toBe('COMPLETED');
    const deletion = { orderType: terminateLine, caller, lineId: lines[2]?.id ?? '', correlationId: 'c' };
    await engine.runUntilSettled((await placeOrder(engine.deps, deletion)).orderId);
    await makeDue();
    await look();
    const before = [[null, 'OPEN'], ...(status === 'ACCEPTED' ? [['OPEN', 'ACCEPTED']] : [])];
    expect(await movesOf(gone)).toEqual([...before, [status, 'GONE']]);
    expect(await movesOf(repaired)).toEqual([...before, [status, 'REPAIRED']]);
    expect(await movesOf(left)).toEqual([...before, [status, 'GONE']]);
  });

  it('is seen by no other broker', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    await round();
    const [drift] = await driftsOf('OPEN');
    const target = { caller: aCallerOf(await aBroker(engine.db)), driftId: drift?.id ?? '' };
    await expect(findDrift(engine.db, target)).rejects.toMatchObject({ status: 404 });
    await expect(acceptDrift(engine.db, { ...target, reason: 'r' })).rejects.toMatchObject({ status: 404 });
    await expect(repairDrift(engine.deps, { ...target, correlationId: 'c' })).rejects.toMatchObject({ status: 404 });
  });
});
