import type { EventType } from '@linework/schemas/events';

/** The SQL that selects the event of a status. Null for a status that the table does not name. */
export function selectEventByStatus(column: string, events: Readonly<Record<string, EventType>>): string {
  const cases = Object.entries(events).map(([status, type]) => `WHEN '${status}' THEN '${type}'`);
  return `CASE ${column} ${cases.join(' ')} END`;
}
