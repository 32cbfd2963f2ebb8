import { randomInt } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { type ImportedLine, importLines } from '@linework/lines/records/import-lines';
import { v7 as newId } from 'uuid';
import { aHolder } from '../a-holder.ts';

/** Creates thousands of lines of one broker and one holder. Returns their ids. */
export async function manyLines(
  db: Db,
  status: Parameters<typeof importLines>[2],
  brokerId: string,
  count: number,
): Promise<readonly string[]> {
  const { id: holderId } = await aHolder(db, { brokerId });
  const first = randomInt(10_000_000, 90_000_000);
  const lines = Array.from({ length: count }, (_, at): ImportedLine => {
    const serial = first + at;
    return {
      id: newId(),
      brokerId,
      holderId,
      msisdn: `+55119${serial}`,
      iccid: `89550153300${serial}`,
      imsi: `7240577${serial}`,
    };
  });
  await importLines(db, lines, status);
  return lines.map(({ id }) => id);
}
