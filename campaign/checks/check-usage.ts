import { statement } from '@linework/db/statement';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';

const recordsStatement = statement('campaign-usage', 'SELECT record_id AS "recordId", counted::int FROM usage_record');
const creditsStatement = statement('campaign-credits', "SELECT id FROM usage_credit WHERE kind = 'SPOT'");

/** Notes records of usage that were counted otherwise than a client was told, and credits that were lost or given twice. */
export async function checkUsage({ db }: World, { counted, credits, wrong }: Findings): Promise<void> {
  const kept = new Map((await db.query<{ recordId: string; counted: number }>(recordsStatement, [])).map((row) => [row.recordId, row.counted]));
  const different = [...counted].filter(([recordId, amount]) => kept.get(recordId) !== amount);
  if (different.length > 0) wrong(`${different.length} records of usage were not counted as their sender was told: ${different[0]}`);
  // Every client asked until it knew.
  const surplus = [...kept.keys()].filter((recordId) => !counted.has(recordId));
  if (surplus.length > 0) wrong(`${surplus.length} records of usage that no client was told of were counted: ${surplus[0]}`);
  const given = new Set((await db.query<{ id: string }>(creditsStatement, [])).map(({ id }) => id));
  const untold = [...given.symmetricDifference(credits)];
  if (untold.length > 0) wrong(`${untold.length} credits were lost, or added without anybody being told: ${untold[0]}`);
}
