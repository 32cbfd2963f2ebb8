import { repairCounters } from '@linework/inventory/pools/repair-counters';
import { verifyCounters } from '@linework/inventory/pools/verify-counters';
import type { Context } from '../command/context.ts';
import { readDatabaseConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

const statementTimeoutMs = 600_000;

/**
 * Counts all resources, compares the result with the pool counters and prints the differences. With `fix` it repairs
 * the counters, while the other programs run.
 */
export async function verifyPoolCounters({ fix = false }: { readonly fix?: boolean }, context: Context): Promise<void> {
  const { DATABASE_URL: url } = readDatabaseConfig();
  const mismatches = await withDatabase({ url, name: 'verify-counters', statementTimeoutMs }, (db) =>
    fix ? repairCounters(db) : verifyCounters(db),
  );
  for (const { poolId, status, summed, counted } of mismatches)
    context.stdout.write(`pool ${poolId}, ${status}: counter ${summed}, resources ${counted}\n`);
  context.stdout.write(
    mismatches.length === 0
      ? 'All pool counters match.\n'
      : `Wrong counters: ${mismatches.length}${fix ? ', all repaired' : ''}.\n`,
  );
  if (mismatches.length > 0 && !fix) context.setExitCode(1);
}
