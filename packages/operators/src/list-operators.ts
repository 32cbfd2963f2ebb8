import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OperatorWhereInput } from '@linework/db/generated/models/Operator';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Operator } from '@linework/schemas/operators/operator';
import type { listOperatorsRoute } from '@linework/schemas/operators/operators.routes';
import { printOperator } from './find-operator.ts';

export type OperatorFilters = ListQuery<typeof listOperatorsRoute>;

const filterTable: FilterTable<OperatorFilters, OperatorWhereInput> = {
  name: contains('name'),
  role: isOneOf('role'),
  roleId: isOneOf('roleId'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the people whom the caller sees. There are at most hundreds of them, so no index serves this list. */
export async function listOperators(
  db: Pick<Db, 'prisma'>,
  caller: Pick<Caller, 'brokerId'>,
  filters: OperatorFilters,
): Promise<Page<Operator>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.operator.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.operator.count({ where }),
  });
  return { ...page, items: page.items.map(printOperator) };
}
