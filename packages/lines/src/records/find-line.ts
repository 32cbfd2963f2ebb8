import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Line, line } from '@linework/schemas/lines/line';
import type { RecordOf } from '@linework/schemas/print-record';
import { printRecord } from '@linework/schemas/print-record';

/** The line as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findLine(
  db: Pick<Db, 'prisma'>,
  { caller, lineId }: { caller: Caller; lineId: string },
): Promise<Line> {
  const record = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(caller) },
    include: { holder: true },
  });
  if (!record) throw lineNotFound(lineId);
  return printLine(record);
}

export const lineNotFound = (lineId: string) => notFound(`There is no line ${lineId}.`);

/** A line and its holder as they are read from the database. */
export type LineRecord = Omit<RecordOf<typeof line>, 'iccId'> & { readonly iccid: string };

export const printLine = (record: LineRecord) => printRecord(line, { ...record, iccId: record.iccid });
