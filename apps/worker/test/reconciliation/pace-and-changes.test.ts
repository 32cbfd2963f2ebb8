import { placeOrder } from '@linework/lines/commands/place-order';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import { blockLine } from '@linework/lines/order-types/block-line';
import { acceptDrift, findDrift, getReconciliation } from '@linework/lines/reconciliation/drifts';
import { turnReconciliationOff } from '@linework/lines/reconciliation/reconcile-lines';
import type { TestBroker } from '@linework/testing/a-broker';
import type { TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { sql } from '@linework/testing/sql';
import { beforeEach, describe, expect, it } from 'vitest';
import { startReconciliation, subscriberOf } from './support/start-reconciliation.ts';

const on = await startReconciliation();
const { engine, network, register, linesOnNetwork, look, makeDue, round, driftsOf } = on;
const { countingIn, remove, aFreeNumber, aFreeImsi } = on;

/** Each test has a broker of its own. */
let broker: TestBroker;
beforeEach(async () => {
  broker = await on.aNewBroker();
});

describe('the pace of the reconciliation', () => {
  it('does not read a line twice when several workers run', async () => {
    await linesOnNetwork(40, 'ACTIVE');
    const reads: string[] = [];
    const counting = countingIn(reads);
    await Promise.all(Array.from({ length: 4 }, () => look({ network: counting })));
    expect(reads).toHaveLength(40);
    expect(new Set(reads).size).toBe(40);
  });

  it('makes no call before its time, whatever a line needs and however many workers run', async () => {
    const lines = await linesOnNetwork(24, 'ACTIVE');
    // Half of the lines need a call by IMSI, and one by number.
    for (const line of lines.slice(0, 12)) await remove(subscriberOf(line));
    const times: number[] = [];
    const noting = <Arguments extends readonly unknown[], Found>(read: (...args: Arguments) => Promise<Found>) => {
      return (...args: Arguments): Promise<Found> => {
        times.push(performance.now());
        return read(...args);
      };
    };
    const timed: ReadableNetwork = {
      ...network,
      findSubscriber: noting((imsi: string) => network.findSubscriber(imsi)),
      findSubscriberOfNumber: noting(async (msisdn: string) => network.findSubscriberOfNumber?.(msisdn)),
    };
    const callsPerSecond = 40;
    const before = await getReconciliation(engine.db, anOperator());
    // Each run is one batch, of eight lines at least and of what a second allows.
    const [begunMs, begunAt] = [performance.now(), Date.now()];
    await Promise.all([1, 2, 3].map(() => look({ network: timed, callsPerSecond })));
    expect(times).toHaveLength(36);
    // No timer is early, but for the millisecond to which it is rounded.
    for (const [at, time] of times.entries())
      expect(time - begunMs, `call ${at}`).toBeGreaterThanOrEqual((at / callsPerSecond) * 1_000 - 5);
    expect((await getReconciliation(engine.db, anOperator())).calls - before.calls).toBe(36);
    // Those of the next batch come behind them.
    const [state] = await engine.db.query(sql`SELECT next_call_at AS at FROM reconciliation`);
    expect((state as { at: Date }).at.getTime()).toBeGreaterThanOrEqual(begunAt + (36 / callsPerSecond) * 1_000 - 5);
  });

  it('keeps a claim for as long as its calls may take, and renews it before the next lines are read', async () => {
    await linesOnNetwork(20, 'ACTIVE');
    const endsInSeconds = async () => {
      const [row] = await engine.db.query(
        sql`SELECT min(extract(epoch FROM due_at - now()))::float8 AS seconds
        FROM line_check
        WHERE broker_id = ${broker.id}::uuid AND claim_id IS NOT NULL`,
      );
      return (row as { seconds: number }).seconds;
    };
    const tenMinutesMs = 600_000;
    const seen: number[] = [];
    const slow: ReadableNetwork = {
      ...network,
      findSubscriber: async (imsi) => {
        seen.push(await endsInSeconds());
        return network.findSubscriber(imsi);
      },
    };
    await look({ network: slow, callTimeoutMs: tenMinutesMs });
    expect(Math.min(...seen)).toBeGreaterThan(2 * 600);

    // The claim is nearly over when the first eight lines were read.
    await makeDue();
    seen.length = 0;
    const nearEnd = sql`UPDATE line_check SET due_at = now() + interval '2 s' WHERE claim_id IS NOT NULL`;
    let brought: Promise<unknown> | undefined;
    const late: ReadableNetwork = {
      ...network,
      findSubscriber: async (imsi) => {
        // Once, because two updates of the same lines at a time could wait for each other.
        brought ??= engine.db.query(nearEnd);
        await brought;
        seen.push(await endsInSeconds());
        return network.findSubscriber(imsi);
      },
    };
    await look({ network: late, callTimeoutMs: 0 });
    expect(Math.min(...seen.slice(8))).toBeGreaterThan(30);
  });

  it.each(['number', 'SIM'] as const)(
    'closes a drift whose line has got another %s, and compares the line at once',
    async (changed) => {
      const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
      await remove(subscriberOf(line));
      await round();
      const [drift] = await driftsOf('OPEN');
      const target = { caller: aCallerOf(broker), driftId: drift?.id ?? '' };
      if (changed === 'SIM') await acceptDrift(engine.db, { ...target, reason: 'The SIM is at the customer.' });
      const [msisdn, imsi] = [await aFreeNumber(), await aFreeImsi()];
      const { values, expected } = {
        number: { values: { msisdn }, expected: { msisdn } },
        SIM: { values: { imsi }, expected: { imsi } },
      }[changed];
      const [checked] = await engine.db.query(
        sql`SELECT due_at > now() AS rests FROM line_check WHERE line_id = ${line.id}::uuid`,
      );
      expect(checked).toEqual({ rests: true });
      await engine.db.prisma.line.update({ where: { id: line.id }, data: { ...values, updatedAt: new Date() } });
      await engine.db.query(sql`UPDATE reconciliation SET drifts_refreshed_at = NULL`);
      await look();
      expect(await findDrift(engine.db, target)).toMatchObject({ kind: 'missing', status: 'GONE' });
      // The second comparison finds what the line lacks now.
      await makeDue();
      await look();
      expect(await driftsOf('OPEN')).toMatchObject([
        { kind: 'missing', expected: { ...subscriberOf(line), ...expected } },
      ]);
    },
  );

  it('closes a drift about a service state that an order has changed since', async () => {
    const [line] = (await linesOnNetwork(1, 'ACTIVE')) as [TestLineWithResources];
    await register.load([{ ...subscriberOf(line), serviceState: 'standby' }]);
    await round();
    const [drift] = await driftsOf('OPEN');
    expect(drift).toMatchObject({ kind: 'wrong-service-state', expected: { serviceState: 'active' } });
    const order = { orderType: blockLine, caller: aCallerOf(broker), lineId: line.id, correlationId: 'c' };
    const { orderId } = await placeOrder(engine.deps, order);
    await engine.db.query(sql`UPDATE reconciliation SET drifts_refreshed_at = NULL`);
    await look();
    expect(await driftsOf('OPEN'), 'the order is still open').toHaveLength(1);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    await engine.db.query(sql`UPDATE reconciliation SET drifts_refreshed_at = NULL`);
    await turnReconciliationOff(engine.db);
    expect(await driftsOf('GONE'), 'also while nothing is compared').toHaveLength(1);
  });

  it('knows the lines of a broker that has more than it counts, so the share of its drifts is right', async () => {
    const [line] = (await linesOnNetwork(4, 'ACTIVE')) as [TestLineWithResources];
    await remove(subscriberOf(line));
    await round();
    const caller = aCallerOf(broker);
    expect(await getReconciliation(engine.db, caller, 2)).toMatchObject({ lines: 2, share: 0.5 });
    await engine.db.query(sql`INSERT INTO line_count_day (day) VALUES (current_date - 1) ON CONFLICT DO NOTHING`);
    await engine.db.query(
      sql`INSERT INTO line_count (day, broker_id, area_code, status, count)
      SELECT max(day), ${broker.id}::uuid, a.code, 'ACTIVE', 2
      FROM line_count_day, (VALUES ('11'), ('21')) AS a(code)
      GROUP BY a.code`,
    );
    expect(await getReconciliation(engine.db, caller, 2)).toMatchObject({ lines: 4, share: 0.25 });
  });
});
