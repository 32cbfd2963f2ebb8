import type { Db } from '@linework/db/db';
import {
  type EventResourceType,
  type EventType,
  findEventActor,
  findEventResource,
  type StatusOfKind,
  statusEvents,
} from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';

/** The columns of an event as SQL. `broker_id` and `id` of the record are the defaults. */
interface EventColumns {
  /** The owner; null for an event of the company. */
  readonly broker?: string | null;
  /** The id of the record. */
  readonly id?: string;
  readonly order?: string;
  /** The key that asked. An event without one stores the job that the catalogue names for its type. */
  readonly key?: string;
  /** The job, as SQL, where several jobs write events of this type. */
  readonly job?: string | undefined;
  readonly details?: string;
}

/**
 * The part of a statement that writes an event about each row of a relation. `FROM` and the relation follow it. An
 * event about a change of status is written by `insertMove`.
 */
export function insertEvent(type: EventType, columns: EventColumns = {}): string {
  return insertEvents(findEventResource(type), {
    ...columns,
    type: quote(type),
    job: columns.job ?? jobSql(type, columns),
  });
}

/** The same for records that enter a status: the type of the event follows from it. */
export function insertMove<Kind extends keyof typeof statusEvents, To extends StatusOfKind<Kind>>(
  kind: Kind,
  { to, from, fromColumn, ...columns }: Move<Kind, To>,
): string {
  const type = (statusEvents[kind] as Readonly<Record<string, EventType>>)[to] as EventType;
  const before = from === undefined ? fromColumn : quote(from);
  return insertEvents(kind, {
    ...columns,
    type: quote(type),
    ...(before !== undefined && { from: before }),
    to: quote(to),
    job: columns.job ?? jobSql(type, columns),
  });
}

/** The status before is one for all rows, or a column; a new record has none. */
interface Move<Kind extends keyof typeof statusEvents, To> extends EventColumns {
  readonly from?: StatusOfKind<Kind>;
  readonly fromColumn?: string;
  readonly to: To;
}

/** The same for rows with different events: the type and the statuses are SQL. */
export function insertEvents(
  kind: EventResourceType,
  { broker = 'broker_id', id = 'id', type, from, to, order, key, job, details }: EventColumns & RowEvent,
): string {
  const columns = Object.entries({
    broker_id: broker,
    type,
    resource_type: quote(kind),
    resource_id: id,
    from_status: from,
    to_status: to,
    order_id: order,
    key_id: key,
    job,
    details,
  }).filter(([, value]) => value !== undefined && value !== null);
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([, value]) => value).join(', ');
  return `INSERT INTO event (${names})\n  SELECT ${values}`;
}

interface RowEvent {
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
}

/** An event that one call writes through Prisma, beside the record that Prisma has written. */
export interface NewEvent {
  readonly type: EventType;
  readonly id: string;
  readonly brokerId?: string | null;
  readonly from?: string;
  readonly to?: string;
  readonly keyId?: string | null | undefined;
  readonly job?: JobName;
  readonly details?: NonNullable<Parameters<Db['prisma']['event']['create']>[0]['data']['details']>;
}

/** Writes one event. Without a key it stores the job, by default the one that the catalogue names. */
export async function writeEvent(
  tx: Pick<Db, 'prisma'>,
  { type, id, brokerId = null, from, to, keyId = null, job, details }: NewEvent,
): Promise<void> {
  await tx.prisma.event.create({
    data: {
      brokerId,
      type,
      resourceType: findEventResource(type),
      resourceId: id,
      keyId,
      job: keyId === null ? (job ?? findJob(type)) : null,
      ...(from !== undefined && { fromStatus: from }),
      ...(to !== undefined && { toStatus: to }),
      ...(details !== undefined && { details }),
    },
  });
}

const quote = (text: string) => `'${text}'`;

function findJob(type: EventType): JobName | null {
  const actor = findEventActor(type);
  return actor === 'request' || actor === 'order' ? null : actor;
}

/** The job of an event without a key. What has an order comes from the job that advances it, and needs no column. */
function jobSql(type: EventType, { key, order }: EventColumns): string | undefined {
  const job = findJob(type);
  if (job === null || order !== undefined) return;
  return key === undefined ? quote(job) : `CASE WHEN ${key} IS NULL THEN ${quote(job)} END`;
}
