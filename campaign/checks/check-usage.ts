import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

const recordsStatement = statement('campaign-usage', 'SELECT record_id AS "recordId", counted::int FROM usage_record');
const creditsStatement = statement('campaign-credits', "SELECT id FROM usage_credit WHERE kind = 'SPOT'");

/** Notes records of usage that were counted otherwise than a client was told, and credits that were lost or given twice. */
export async function checkUsage({ db }: World, { countedUsage, creditIds, addViolation }: CampaignReport): Promise<void> {
  const stored = new Map((await db.query<{ recordId: string; counted: number }>(recordsStatement, [])).map((row) => [row.recordId, row.counted]));
  const different = [...countedUsage].filter(([recordId, amount]) => stored.get(recordId) !== amount);
  if (different.length > 0) addViolation(`${different.length} records of usage were not counted as their sender was told: ${different[0]}`);
  // Every client asked until it knew.
  const surplus = [...stored.keys()].filter((recordId) => !countedUsage.has(recordId));
  if (surplus.length > 0) addViolation(`${surplus.length} records of usage that no client was told of were counted: ${surplus[0]}`);
  const created = new Set((await db.query<{ id: string }>(creditsStatement, [])).map(({ id }) => id));
  const unmatched = [...created.symmetricDifference(creditIds)];
  if (unmatched.length > 0) addViolation(`${unmatched.length} credits were lost, or added without anybody being told: ${unmatched[0]}`);
}
