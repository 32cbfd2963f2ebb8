import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { SavedViewWhereInput } from '@linework/db/generated/models/SavedView';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import type { SavedView } from '@linework/schemas/saved-views/saved-view';
import type { listSavedViewsRoute } from '@linework/schemas/saved-views/saved-views.routes';
import { showSavedViews, visibleViews } from './find-saved-view.ts';

export type SavedViewFilters = ListQuery<typeof listSavedViewsRoute>;

const filterTable: FilterTable<SavedViewFilters, SavedViewWhereInput, [Caller]> = {
  view: (page) => equals('page')(page),
  own: (isOwn, { keyId }) => ({ ownerId: isOwn ? keyId : { not: keyId } }),
};

/** One page of the saved views that the caller sees. */
export async function listSavedViews(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: SavedViewFilters,
): Promise<Page<SavedView>> {
  const where = { AND: [visibleViews(caller), ...applyFilters(filters, filterTable, caller)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.savedView.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.savedView.count({ where }),
  });
  return { ...page, items: await showSavedViews(db, caller, page.items) };
}
