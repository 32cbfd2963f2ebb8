import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const numbersStatement = statement(
  'campaign-numbers',
  `SELECT ltrim(external_code, '+') AS number
   FROM resource
   UNION ALL SELECT attributes ->> 'imsi'
   FROM resource
   WHERE attributes ? 'imsi'
   UNION ALL SELECT federal_tax_id FROM holder`,
).returns<{ number: string }>();

/** Returns the log lines that contain a code of the inventory, an IMSI, a tax id or one of these API keys in clear. */
export async function findNumbersInLogs(
  db: Pick<Db, 'query'>,
  lines: readonly string[],
  keys: readonly string[],
): Promise<readonly string[]> {
  const sensitive = new Set((await db.query(numbersStatement)).map(({ number }) => number));
  const isShown = (line: string) =>
    keys.some((key) => line.includes(key)) || (line.match(/\d{10,}/g) ?? []).some((digits) => sensitive.has(digits));
  return lines.filter(isShown);
}
