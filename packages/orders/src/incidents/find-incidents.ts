import type { Db } from '@linework/db/db';
import type { IncidentModel } from '@linework/db/generated/models/Incident';
import { showActors } from '@linework/events/show-actors';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { notFound } from '@linework/problem-details/make-problem';
import { type Incident, type IncidentKey, incident } from '@linework/schemas/incidents/incident';
import type { listIncidentsRoute } from '@linework/schemas/incidents/incidents.routes';
import { printRecord } from '@linework/schemas/print-record';

type IncidentFilters = ListQuery<typeof listIncidentsRoute>;

const filterTable: FilterTable<IncidentFilters, object> = {
  type: equals('type'),
  step: equals('step'),
  errorCode: equals('errorCode'),
};

/** One page of the incidents. Only operators read them. */
export async function listIncidents(db: Pick<Db, 'prisma'>, query: IncidentFilters): Promise<Page<Incident>> {
  const where = { AND: [...applyFilters(query, filterTable)] };
  const page = await readPage(query, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.incident.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.incident.count({ where }),
  });
  return { ...page, items: await showIncidents(db, page.items) };
}

/** Finds an incident. Raises not-found. */
export async function findIncident(db: Pick<Db, 'prisma'>, id: string): Promise<Incident> {
  const record = await db.prisma.incident.findFirst({ where: { id } });
  const [found] = record ? await showIncidents(db, [record]) : [];
  if (!found) throw notFound(`There is no incident ${id}.`);
  return found;
}

/** Finds the incidents of some groups of orders, by `keyOf`. */
export async function findIncidentsOf(
  db: Pick<Db, 'prisma'>,
  keys: readonly IncidentKey[],
): Promise<ReadonlyMap<string, Incident>> {
  const records = await db.prisma.incident.findMany({
    where: { errorCode: { in: [...new Set(keys.map(({ errorCode }) => errorCode))] } },
  });
  const incidents = await showIncidents(db, records);
  return new Map(incidents.map((one) => [keyOf(one), one]));
}

export const keyOf = ({ type, step, errorCode }: IncidentKey): string => JSON.stringify([type, step, errorCode]);

async function showIncidents(db: Pick<Db, 'prisma'>, records: readonly IncidentModel[]): Promise<readonly Incident[]> {
  const actors = await showActors(
    db,
    { brokerId: null },
    records.flatMap(({ assigneeId, notedBy }) => [assigneeId, notedBy]).filter((id) => id !== null),
  );
  const actorOf = (id: string | null) => (id === null ? null : (actors.get(id) ?? { type: 'operator' as const }));
  return records.map((record) =>
    printRecord(incident, { ...record, assignee: actorOf(record.assigneeId), notedBy: actorOf(record.notedBy) }),
  );
}
