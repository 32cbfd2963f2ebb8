import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { SavedViewModel } from '@linework/db/generated/models/SavedView';
import { showActors } from '@linework/events/show-actors';
import { notFound } from '@linework/problem-details/make-problem';
import type { SavedView } from '@linework/schemas/saved-views/saved-view';

export interface SavedViewTarget {
  readonly caller: Caller;
  readonly viewId: string;
}

/** The views that a caller sees: its own, and those that others share. */
export const visibleViews = ({ keyId }: Caller) => ({ OR: [{ ownerId: keyId }, { isShared: true }] });

/** The saved view as its caller sees it. Raises not-found, also for one of somebody else that is not shared. */
export async function findSavedView(db: Pick<Db, 'prisma'>, { caller, viewId }: SavedViewTarget): Promise<SavedView> {
  const record = await db.prisma.savedView.findFirst({ where: { id: viewId, ...visibleViews(caller) } });
  if (!record) throw notFound(`There is no saved view ${viewId}.`);
  const [view] = await showSavedViews(db, caller, [record]);
  if (!view) throw notFound(`There is no saved view ${viewId}.`);
  return view;
}

/** The saved views as the caller sees them. */
export async function showSavedViews(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  records: readonly SavedViewModel[],
): Promise<readonly SavedView[]> {
  const owners = await showActors(
    db,
    caller,
    records.map(({ ownerId }) => ownerId),
  );
  return records.map(({ id, ownerId, page, name, query, isShared, createdAt, updatedAt }) => ({
    id,
    page,
    name,
    query,
    shared: isShared,
    own: ownerId === caller.keyId,
    owner: owners.get(ownerId) ?? { type: 'operator' },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}
