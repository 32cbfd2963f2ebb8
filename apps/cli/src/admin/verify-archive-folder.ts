import { verifyArchives } from '@linework/db/archive';
import type { Context } from '../command/context.ts';

/** Reads all archives of a folder and says which are as they were written. The exit code is 1 if one is not. */
export async function verifyArchiveFolder({ folder }: { readonly folder: string }, context: Context): Promise<void> {
  const counts = { archives: 0, rows: 0, faults: 0 };
  for await (const { name, rows, fault } of verifyArchives(folder)) {
    context.stdout.write(`${name}: ${fault ?? `${rows} rows, as they were written`}\n`);
    counts.archives += 1;
    counts.rows += rows;
    if (fault !== undefined) counts.faults += 1;
  }
  context.stdout.write(`${counts.archives} archives, ${counts.rows} rows, ${counts.faults} faults\n`);
  if (counts.faults > 0) context.setExitCode(1);
}
