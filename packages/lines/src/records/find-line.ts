import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { Line } from '@linework/schemas/lines/line';
import { showLine } from './show-line.ts';

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
  return showLine(record);
}

export const lineNotFound = (lineId: string) => notFound(`There is no line ${lineId}.`);
