import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Range, RangeKind } from '@linework/schemas/inventory/range';
import type { Page, PageQuery } from '../../lists/page.ts';
import { readPage } from '../../lists/read-page.ts';
import { visibleTo } from '../../visible-to.ts';
import { showRange } from './show-range.ts';

export interface RangeFilters extends PageQuery {
  readonly kind?: readonly RangeKind[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the ranges that the caller may see. */
export async function listRanges(db: Pick<Db, 'prisma'>, caller: Caller, { kind, brokerId, ...query }: RangeFilters): Promise<Page<Range>> {
  const filters = { ...(kind && { kind: { in: [...kind] } }), ...(brokerId && { brokerId: { in: [...brokerId] } }) };
  const where = { AND: [visibleTo(caller), filters] };
  const page = await readPage(query, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.numberRange.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.numberRange.count({ where }),
  });
  return { ...page, items: page.items.map(showRange) };
}
