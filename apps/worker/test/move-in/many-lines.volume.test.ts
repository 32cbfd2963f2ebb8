import { buildExample } from '@linework/move-in/example-files';
import { balanceMoveIn } from '@linework/move-in/list-move-ins';
import { aTestDb } from '@linework/testing/a-test-db';
import { anEmptyInstallation, rowsOf } from '@linework/testing/an-empty-installation';
import { anOffer } from '@linework/testing/an-offer';
import { expect, it } from 'vitest';

const db = await aTestDb();
const base = await anEmptyInstallation(db);
const offer = await anOffer(db, { brokerId: base.broker.id, discounted: false });

/** With 100,000 lines it is the measurement of the design: adopted in ten minutes on two cores. */
const lineCount = Number(process.env['MOVE_IN_LINES'] ?? 10_000);

it('checks, compares, adopts, balances and takes back many lines, and prints the time of each stage', async () => {
  const stages: Record<string, { readonly seconds: number; readonly megabytes: number }> = {};
  const timed = async <Result>(stage: string, work: () => Promise<Result>): Promise<Result> => {
    const startedMs = performance.now();
    const result = await work();
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    stages[stage] = { seconds, megabytes: Math.round(process.memoryUsage.rss() / 2 ** 20) };
    return result;
  };
  const componentId = offer.plan.components[0]?.id ?? '';
  const { versionId: offerVersionId, plan } = offer;
  const { rows, register } = buildExample(lineCount, {
    offerVersionId,
    productId: plan.id,
    componentId,
    now: new Date(),
  });
  for (const subscriber of register) base.register.set(subscriber.imsi, subscriber);
  const { id } = await base.open();
  await timed('upload', () => base.uploadAll(id, rows));
  expect((await timed('check', () => base.run(id, 'check'))).findings).toEqual([]);
  expect((await timed('compare', () => base.run(id, 'compare'))).findings).toEqual([]);
  const adopted = await timed('adopt', () => base.run(id, 'adopt'));
  expect(adopted).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
  const balance = await timed('balance', () => balanceMoveIn(db, { caller: base.caller, moveInId: id }));
  expect(balance.items.find(({ kind }) => kind === 'lines')).toMatchObject({ state: 'adopted', rows: lineCount });
  expect(await timed('undo', () => base.run(id, 'undo'))).toMatchObject({ status: 'UNDONE' });
  expect(await rowsOf(db, 'SELECT FROM line')).toEqual([]);
  process.stdout.write(`${JSON.stringify({ lineCount, stages })}\n`);
});
