import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type PortOut, portOut } from '@linework/schemas/portability/port-out';
import { printRecord } from '@linework/schemas/print-record';

/** The port-out as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findPortOut(
  db: Pick<Db, 'prisma'>,
  { caller, portOutId }: { caller: Caller; portOutId: string },
): Promise<PortOut> {
  const record = await db.prisma.portOut.findFirst({ where: { id: portOutId, ...visibleTo(caller) } });
  if (!record) throw portOutNotFound(portOutId);
  return printRecord(portOut, record);
}

export const portOutNotFound = (portOutId: string) => notFound(`There is no port-out ${portOutId}.`);
