import type { Db } from '@linework/db/db';
import type { PauseModel } from '@linework/db/generated/models/Pause';
import { showActors } from '@linework/events/show-actors';
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
  return { ...page, items: await showPauses(db, page.items) };
}

/** Finds a pause. Raises not-found. */
export async function findPause(db: Pick<Db, 'prisma'>, id: string): Promise<Pause> {
  const record = await db.prisma.pause.findFirst({ where: { id } });
  const [pause] = record ? await showPauses(db, [record]) : [];
  if (!pause) throw notFound(`There is no pause ${id}.`);
  return pause;
}

/** Only operators read pauses, so they see every actor. */
async function showPauses(db: Pick<Db, 'prisma'>, records: readonly PauseModel[]): Promise<readonly Pause[]> {
  const [actors, waiting] = await Promise.all([
    showActors(
      db,
      { brokerId: null },
      records.map(({ keyId }) => keyId),
    ),
    countWaitingOrders(
      db,
      records.map(({ id }) => id),
    ),
  ]);
  return records.map(({ id, kind, target, reason, keyId, createdAt, endsAt, endedAt }) => {
    const createdBy = actors.get(keyId);
    return {
      id,
      kind: kind as Pause['kind'],
      target,
      reason,
      keyId,
      ...(createdBy && { createdBy }),
      waitingCount: waiting.get(id) ?? 0,
      createdAt: createdAt.toISOString(),
      ...(endsAt && { endsAt: endsAt.toISOString() }),
      ...(endedAt && { endedAt: endedAt.toISOString() }),
    };
  });
}

/** An index has the orders that wait, and only those. */
async function countWaitingOrders(
  db: Pick<Db, 'prisma'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.prisma.order.groupBy({
    by: ['pauseId'],
    where: { pauseId: { in: [...ids] } },
    _count: { _all: true },
  });
  return new Map(counts.flatMap(({ pauseId, _count }) => (pauseId === null ? [] : [[pauseId, _count._all]])));
}
