import type { Db } from '@linework/db/db';
import type { PauseModel } from '@linework/db/generated/models/Pause';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { notFound } from '@linework/problem-details/make-problem';
import type { Pause } from '@linework/schemas/pauses/pause';
import type { listPausesRoute } from '@linework/schemas/pauses/pauses.routes';

export type PauseFilters = ListQuery<typeof listPausesRoute>;

const filterTable: FilterTable<PauseFilters, object> = {
  ended: (hasEnded) => ({ endedAt: hasEnded ? { not: null } : null }),
};

/** One page of the pauses. */
export async function listPauses(db: Pick<Db, 'prisma'>, query: PauseFilters): Promise<Page<Pause>> {
  const where = { AND: [...applyFilters(query, filterTable)] };
  const page = await readPage(query, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.pause.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.pause.count({ where }),
  });
  return { ...page, items: page.items.map(showPause) };
}

/** Finds a pause. Raises not-found. */
export async function findPause(db: Pick<Db, 'prisma'>, id: string): Promise<Pause> {
  const record = await db.prisma.pause.findFirst({ where: { id } });
  if (!record) throw notFound(`There is no pause ${id}.`);
  return showPause(record);
}

function showPause({ id, kind, target, reason, keyId, createdAt, endedAt }: PauseModel): Pause {
  return {
    id,
    kind: kind as Pause['kind'],
    target,
    reason,
    keyId,
    createdAt: createdAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}
