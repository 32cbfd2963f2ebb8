import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OperatorRoleWhereInput } from '@linework/db/generated/models/OperatorRole';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { contains, isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { Role } from '@linework/schemas/operators/role';
import type { listRolesRoute } from '@linework/schemas/operators/roles.routes';
import { printRole, withPeople } from './find-role.ts';

export type RoleFilters = ListQuery<typeof listRolesRoute>;

const filterTable: FilterTable<RoleFilters, OperatorRoleWhereInput> = {
  name: contains('name'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the roles whom the caller sees. There are fewer of them than people, so no index serves this list. */
export async function listRoles(
  db: Pick<Db, 'prisma'>,
  caller: Pick<Caller, 'brokerId'>,
  filters: RoleFilters,
): Promise<Page<Role>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.operatorRole.findMany({
        where: { AND: [where, cursorFilter] },
        include: withPeople,
        orderBy: [...orderBy],
        skip,
        take,
      }),
    count: () => db.prisma.operatorRole.count({ where }),
  });
  return { ...page, items: page.items.map(printRole) };
}
