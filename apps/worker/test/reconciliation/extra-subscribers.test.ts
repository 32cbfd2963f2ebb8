import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { acceptDrift, findDrift, getReconciliation, repairDrift } from '@linework/lines/reconciliation/drifts';
import type { TestBroker } from '@linework/testing/a-broker';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { sql } from '@linework/testing/sql';
import { beforeEach, describe, expect, it } from 'vitest';
import { startReconciliation, subscriberOf } from './support/start-reconciliation.ts';

const on = await startReconciliation();
const { engine, network, register, linesOnNetwork, look, driftsOf, remove, aFreeNumber, aFreeImsi } = on;

/** Each test has a broker of its own. */
let broker: TestBroker;
beforeEach(async () => {
  broker = await on.aNewBroker();
});

/** Reads the list of the register, and then reads each that no line has. */
async function lookAtAll(reader = network): Promise<void> {
  await engine.db.query(sql`UPDATE reconciliation SET register_due_at = now() - interval '1 s'`);
  await look({ network: reader });
  await engine.db.query(sql`UPDATE subscriber_check SET due_at = now() - interval '1 s'`);
  await look({ network: reader });
}

const anExtra = async (imsi?: string): Promise<NetworkSubscriber> => {
  const extra = { imsi: imsi ?? (await aFreeImsi()), msisdn: await aFreeNumber(), serviceState: 'active' } as const;
  await register.load([extra]);
  return extra;
};

describe('a subscriber that no line has', () => {
  it('is a drift when it is read again if its number is ours, and no other subscriber is', async () => {
    await linesOnNetwork(3);
    const extra = await anExtra();
    const foreign = { imsi: '999700000000001', msisdn: '+351910000100', serviceState: 'active' } as const;
    await register.load([foreign]);
    await engine.db.query(sql`UPDATE reconciliation SET register_due_at = now() - interval '1 s'`);
    await look();
    expect(await driftsOf(), 'the first comparison says nothing').toEqual([]);
    await lookAtAll();
    const drifts = await driftsOf('OPEN');
    const { id: resourceId } = await engine.db.prisma.resource.findFirstOrThrow({
      where: { externalCode: extra.msisdn },
    });
    expect(drifts).toMatchObject([{ kind: 'extra', resourceId, expected: {}, found: extra, isOurs: true }]);
    expect(drifts[0]?.lineId).toBeUndefined();
    expect((await getReconciliation(engine.db, anOperator())).registerListedAt).toBeDefined();
    await lookAtAll();
    expect(await driftsOf(), 'it is one drift').toHaveLength(1);
  });

  it('is changed by no repair, and accepted for a reason', async () => {
    const extra = await anExtra();
    await lookAtAll();
    const [drift] = await driftsOf('OPEN');
    const target = { caller: aCallerOf(broker), driftId: drift?.id ?? '' };
    const repairing = repairDrift(engine.deps, { ...target, correlationId: 'c' });
    await expect(repairing).rejects.toMatchObject({ code: 'drift-without-line' });
    await acceptDrift(engine.db, { ...target, reason: 'It is a SIM of our own tests.' });
    await lookAtAll();
    expect(await findDrift(engine.db, target)).toMatchObject({ status: 'ACCEPTED' });
    expect(await register.subscriber(extra.imsi)).toEqual(extra);
  });

  it('does not show a SIM that is not of the inventory of the broker', async () => {
    const { msisdn } = await anExtra('724990000000777');
    await lookAtAll();
    expect(await driftsOf('OPEN')).toMatchObject([
      { kind: 'extra', isOurs: false, found: { msisdn, serviceState: 'active' } },
    ]);
    expect((await driftsOf('OPEN'))[0]?.found.imsi).toBeUndefined();
  });

  it('is gone when the register has it no more, and when a line has its number', async () => {
    const [removed, taken] = [await anExtra(), await anExtra()];
    await lookAtAll();
    expect(await driftsOf('OPEN')).toHaveLength(2);
    await remove(removed);
    const line = await aLineWithResources(engine.db, 'ACTIVE', { brokerId: broker.id });
    await engine.db.prisma.line.update({ where: { id: line.id }, data: { msisdn: taken.msisdn, imsi: taken.imsi } });
    await lookAtAll();
    expect(await driftsOf('OPEN')).toEqual([]);
    expect(await driftsOf('GONE')).toHaveLength(2);
  });

  it('is none while its line is being made, or when only its number moved to another SIM', async () => {
    const [line] = await linesOnNetwork(1, 'ACTIVE');
    if (!line) throw new Error('there must be a line');
    await remove(subscriberOf(line));
    await register.load([{ ...subscriberOf(line), imsi: await aFreeImsi() }]);
    await lookAtAll();
    expect((await driftsOf()).filter(({ kind }) => kind === 'extra')).toEqual([]);
  });

  it('is not looked for in a register that cannot list, which the state of the reconciliation says', async () => {
    await anExtra();
    const { listSubscribers: _, ...unlisted } = network;
    await lookAtAll(unlisted);
    expect(await driftsOf()).toEqual([]);
    expect((await getReconciliation(engine.db, anOperator())).registerListedAt).toBeUndefined();
  });
});
