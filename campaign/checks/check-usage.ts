import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

const recordsStatement = statement('campaign-usage', 'SELECT record_id AS "recordId", counted::int FROM usage_record');
const creditsStatement = statement('campaign-credits', "SELECT id FROM usage_credit WHERE kind = 'SPOT'");

/**
 * Reports usage records whose counted amount differs from the response to the client, and lost or duplicate credits.
 */
export async function checkUsage(
  { db }: World,
  { countedUsage, creditIds, addViolation }: CampaignReport,
): Promise<void> {
  const stored = new Map(
    (await db.query<{ recordId: string; counted: number }>(recordsStatement, [])).map((row) => [
      row.recordId,
      row.counted,
    ]),
  );
  const different = [...countedUsage].filter(([recordId, amount]) => stored.get(recordId) !== amount);
  if (different.length > 0)
    addViolation(`${different.length} usage records were counted differently from the response: ${different[0]}`);
  // Every client repeated its request until it knew the outcome.
  const surplus = [...stored.keys()].filter((recordId) => !countedUsage.has(recordId));
  if (surplus.length > 0)
    addViolation(`${surplus.length} usage records were counted that no client sent successfully: ${surplus[0]}`);
  const created = new Set((await db.query<{ id: string }>(creditsStatement, [])).map(({ id }) => id));
  const unmatched = [...created.symmetricDifference(creditIds)];
  if (unmatched.length > 0)
    addViolation(`${unmatched.length} credits were lost, or added without a response: ${unmatched[0]}`);
}
