// Counts every resource, compares with the numbers that the pools show and prints what differs. With --mend it puts that right,
// while everything goes on. Ends with 1 when something is wrong and stays so.
import { refuseToStart } from '@linework/config/refuse-to-start';
import { openDb } from '@linework/db/db';
import { mendCounts } from '@linework/domain/inventory/mend-counts';
import { proveCounts } from '@linework/domain/inventory/prove-counts';
import { readWorkerConfig } from './config.ts';

/** Counting many millions takes longer than any statement of a program that serves somebody may. */
const statementTimeoutMs = 600_000;

try {
  const mends = process.argv.includes('--mend');
  const db = openDb({ url: readWorkerConfig().DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework prove-counts' });
  const wrong = await (mends ? mendCounts(db) : proveCounts(db));
  await db.close();
  for (const { poolId, status, summed, counted } of wrong) console.log(`pool ${poolId}, ${status}: shown ${summed}, there are ${counted}`);
  console.log(wrong.length === 0 ? 'Every number is right.' : `Wrong numbers: ${wrong.length}${mends ? ', all put right' : ''}.`);
  process.exitCode = wrong.length === 0 || mends ? 0 : 1;
} catch (error) {
  refuseToStart(error);
}
