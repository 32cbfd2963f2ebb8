import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type PortIn, portIn } from '@linework/schemas/portability/port-in';
import { printRecord } from '@linework/schemas/print-record';

export interface PortInTarget {
  readonly caller: Caller;
  readonly portInId: string;
}

/** The port-in as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findPortIn(db: Pick<Db, 'prisma'>, { caller, portInId }: PortInTarget): Promise<PortIn> {
  const record = await db.prisma.portIn.findFirst({ where: { id: portInId, ...visibleTo(caller) } });
  if (!record) throw notFound(`There is no port-in ${portInId}.`);
  return printRecord(portIn, record);
}
