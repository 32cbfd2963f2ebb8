// Counts every resource, compares with the numbers that the pools show and prints what differs. With --mend it puts that right,
// while everything goes on. Ends with 1 when something is wrong and stays so.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { repairCounters } from '@linework/domain/inventory/repair-counters';
import { verifyCounters } from '@linework/domain/inventory/verify-counters';
import { readWorkerConfig } from './config.ts';

/** Counting many millions takes longer than any statement of a program that serves somebody may. */
const statementTimeoutMs = 600_000;

try {
  const isRepairing = process.argv.includes('--mend');
  const db = openDb({ url: readWorkerConfig().DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework prove-counts' });
  const mismatches = await (isRepairing ? repairCounters(db) : verifyCounters(db));
  await db.close();
  for (const { poolId, status, summed, counted } of mismatches) console.log(`pool ${poolId}, ${status}: shown ${summed}, there are ${counted}`);
  console.log(mismatches.length === 0 ? 'Every number is right.' : `Wrong numbers: ${mismatches.length}${isRepairing ? ', all put right' : ''}.`);
  process.exitCode = mismatches.length === 0 || isRepairing ? 0 : 1;
} catch (error) {
  exitWithError(error);
}
