import { buildExample } from '@linework/move-in/example-files';
import { leaveRowsOut } from '@linework/move-in/leave-out';
import { decideMoveIn } from '@linework/move-in/move-ins';
import { anEmptyInstallation, rowsOf } from '@linework/testing/an-empty-installation';
import { anExplainingDb } from '@linework/testing/volume/open-explaining-db';
import { expect, it } from 'vitest';

const lines = 10_000;

const { db, content } = await anExplainingDb(async (filled) => {
  const base = await anEmptyInstallation(filled);
  const { rows } = buildExample(lines);
  const holders = rows.holders.map((row, at) => (at % 50 === 0 ? { ...row, federalTaxId: '11111111111' } : row));
  const { id } = await base.open();
  await base.uploadAll(id, { ...rows, holders });
  const { findings } = await base.run(id, 'check');
  const target = { caller: base.caller, moveInId: id };
  for (const { code } of findings)
    await decideMoveIn(filled, { ...target, code, decision: 'leave-out', reason: 'Wrong.' });
  await rowsOf(filled, 'VACUUM ANALYZE');
  return { id, wrong: findings.reduce((sum, { count }) => sum + count, 0) };
});

it('reads the rows of a file once to leave out what belongs to other rows, and not for each of them', async () => {
  const [table] = await rowsOf(db, "SELECT pg_relation_size('move_in_row')::int / 8192 AS blocks");
  const explained = await db.transaction(async (tx) => {
    const explaining = db.explain(tx);
    await leaveRowsOut(explaining, content.id);
    return explaining.explained;
  });
  const [counts] = await rowsOf(db, 'SELECT left_out_count AS "leftOut" FROM move_in');
  expect(Number(counts?.['leftOut'])).toBeGreaterThan(5 * content.wrong);
  const most = Math.max(...explained.map(({ blocks }) => blocks / Number(table?.['blocks'])));
  expect(most).toBeLessThan(10);
});
