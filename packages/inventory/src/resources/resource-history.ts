import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type CauseQuestion, readCauses, readNow } from '@linework/events/read-causes';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type ResourceAtInstant, resourceAtInstant } from '@linework/schemas/inventory/resource-history';
import { printRecord } from '@linework/schemas/print-record';
import { findResource, resourceNotFound } from './find-resource.ts';

interface Question {
  readonly caller: Caller;
  readonly resourceId: string;
  readonly at?: Date | undefined;
}

/**
 * The resource as it was at an instant. It has no event of its creation, so before its first event it is as it was
 * created. The resource of now is that of `findResource`, also when its time ran out and no event tells so yet. Raises
 * not-found, also for an instant before the resource existed.
 */
export async function findResourceAt(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, resourceId, ...query }: Question,
): Promise<ResourceAtInstant> {
  const at = query.at ?? (await readNow(db));
  const resource = await db.prisma.resource.findFirst({ where: { id: resourceId, ...visibleTo(caller) } });
  if (!resource) throw resourceNotFound(resourceId);
  if (resource.createdAt > at)
    throw notFound(`The resource ${resourceId} is known since ${resource.createdAt.toISOString()}.`);
  const allocation = await db.prisma.allocation.findFirst({
    where: { resourceId, heldFrom: { lte: at }, OR: [{ heldTo: null }, { heldTo: { gt: at } }] },
    orderBy: { heldFrom: 'desc' },
  });
  const ofStatus: CauseQuestion = { recordId: resourceId, value: 'status', instant: at };
  const ofHolder: readonly CauseQuestion[] = allocation
    ? [{ recordId: resourceId, value: 'began', instant: allocation.heldFrom }]
    : [];
  const causeOf = await readCauses(db, caller, [ofStatus, ...ofHolder]);
  const last = causeOf(ofStatus);
  const status = query.at ? (last?.status ?? 'available') : (await findResource(db, { caller, resourceId })).status;
  const began = ofHolder.map(causeOf)[0];
  const shown = printRecord(resourceAtInstant.omit({ causes: true }), {
    ...resource,
    status,
    customerId: allocation?.holderId ?? null,
    lineId: allocation?.lineId ?? null,
    at: query.at,
  });
  return {
    ...shown,
    causes: { ...(last?.status === status && { status: last.cause }), ...(began && { customerId: began.cause }) },
  };
}
