// Counts all resources, compares the result with the pool counters and prints the differences. With --fix it repairs the counters,
// while the other programs run. The exit code is 1 if a counter is wrong and was not repaired.
import { exitWithError } from '@linework/config/exit-with-error';
import { openDb } from '@linework/db/db';
import { repairCounters } from '@linework/inventory/pools/repair-counters';
import { verifyCounters } from '@linework/inventory/pools/verify-counters';
import { readWorkerConfig } from './config.ts';

/** Counting many millions of rows takes longer than the usual statement timeout. */
const statementTimeoutMs = 600_000;

try {
  const isRepairing = process.argv.includes('--fix');
  const db = openDb({ url: readWorkerConfig().DATABASE_URL, poolSize: 1, statementTimeoutMs, applicationName: 'linework verify-counters' });
  const mismatches = await (isRepairing ? repairCounters(db) : verifyCounters(db));
  await db.close();
  for (const { poolId, status, summed, counted } of mismatches) console.log(`pool ${poolId}, ${status}: counter ${summed}, resources ${counted}`);
  console.log(mismatches.length === 0 ? 'All pool counters match.' : `Wrong counters: ${mismatches.length}${isRepairing ? ', all repaired' : ''}.`);
  process.exitCode = mismatches.length === 0 || isRepairing ? 0 : 1;
} catch (error) {
  exitWithError(error);
}
