import { type Caller, hasScope } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import type { Incident, IncidentKey } from '@linework/schemas/incidents/incident';
import type { GroupMember, OrderGroups } from '@linework/schemas/orders/order-group';
import { findIncidentsOf, keyOf } from '../incidents/find-incidents.ts';
import type { OrderFilters } from '../order-list/order-filters.ts';
import { buildGroupQuery, groupColumns, restrictToFailures } from './build-group-query.ts';
import { filterToJson, filterToText } from './filter-to-text.ts';

interface GroupQuery extends OrderFilters {
  readonly by?: readonly GroupMember[] | undefined;
}

type GroupKey = { readonly [Member in (typeof groupColumns)[GroupMember]['member']]?: string };

interface GroupRow extends GroupKey {
  readonly orderCount: number;
  readonly brokerCount: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
  readonly hourlyCounts: number[];
  readonly total: number;
  readonly totalOrders: number;
}

/** Without any group there is one row, whose other columns are null. */
type Row = { readonly windowFrom: Date } & (GroupRow | { readonly orderCount: null });

/** Groups the failed orders that the caller may see, the largest group first. */
export async function listOrderGroups(
  db: Pick<Db, 'prisma' | 'query'>,
  caller: Caller,
  { by = ['type', 'step', 'error'], ...query }: GroupQuery,
): Promise<OrderGroups> {
  const members = [...new Set(by)];
  const filters = restrictToFailures(query);
  const rows = await db.query(assembled<Row>(buildGroupQuery(caller, members, filters)));
  const groups = rows.filter((row): row is GroupRow & Row => row.orderCount !== null);
  const incidents = await readIncidents(db, caller, groups);
  return {
    items: groups.map((row) => {
      const incident = isKey(row) ? incidents.get(keyOf(row)) : undefined;
      return { ...showGroup(row, members, filters), ...(incident && { incident }) };
    }),
    meta: {
      total: groups[0]?.total ?? 0,
      orderCount: groups[0]?.totalOrders ?? 0,
      windowFrom: rows[0]?.windowFrom.toISOString() ?? '',
    },
  };
}

/** Whether a group is one of type, step and error code, and no finer one. */
const isKey = (row: GroupRow): row is GroupRow & IncidentKey =>
  row.type !== undefined && row.step !== undefined && row.errorCode !== undefined && row.brokerId === undefined;

/** Brokers do not see who works on what. */
async function readIncidents(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  groups: readonly GroupRow[],
): Promise<ReadonlyMap<string, Incident>> {
  const keys: readonly IncidentKey[] = groups.filter(isKey);
  return keys.length > 0 && hasScope(caller, 'operator') ? findIncidentsOf(db, keys) : new Map();
}

function showGroup(row: GroupRow, by: readonly GroupMember[], filters: OrderFilters): OrderGroups['items'][number] {
  const members = by.map((name) => groupColumns[name].member);
  const key = Object.fromEntries(members.map((member) => [member, row[member]]));
  const own = { ...filters, ...Object.fromEntries(members.map((member) => [member, [row[member]]])) } as OrderFilters;
  return {
    ...key,
    orderCount: row.orderCount,
    brokerCount: row.brokerCount,
    firstFailedAt: row.firstFailedAt.toISOString(),
    lastFailedAt: row.lastFailedAt.toISOString(),
    hourlyCounts: row.hourlyCounts,
    filter: filterToText(own),
    orderFilter: filterToJson(own),
  };
}
