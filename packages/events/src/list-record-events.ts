import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type EventPage, type EventQuery, readEvents } from './read-events.ts';

type Prisma = Db['prisma'];
interface RecordFilter {
  readonly id: string;
  readonly brokerId?: string;
}
const select = { id: true } as const;

/** The finder of each kind of record, by its id and, for a broker's key, its broker. */
const finders = {
  line: async (prisma: Prisma, where: RecordFilter) =>
    (await prisma.line.findFirst({ where, select })) ?? findRemoved(prisma, 'line', where),
  order: (prisma: Prisma, where: RecordFilter) => prisma.order.findFirst({ where, select }),
  pool: async (prisma: Prisma, where: RecordFilter) =>
    (await prisma.pool.findFirst({ where, select })) ?? findRemoved(prisma, 'pool', where),
  resource: async (prisma: Prisma, where: RecordFilter) =>
    (await prisma.resource.findFirst({ where, select })) ?? findRemoved(prisma, 'resource', where),
  // Only an operator's key may read brokers.
  broker: (prisma: Prisma, { id }: RecordFilter) => prisma.broker.findFirst({ where: { id }, select }),
  subscription: (prisma: Prisma, where: RecordFilter) => prisma.subscription.findFirst({ where, select }),
  invoice: (prisma: Prisma, where: RecordFilter) => prisma.invoice.findFirst({ where, select }),
  payment: (prisma: Prisma, where: RecordFilter) => prisma.payment.findFirst({ where, select }),
  refund: (prisma: Prisma, where: RecordFilter) => prisma.refund.findFirst({ where, select }),
  'tax-receipt': (prisma: Prisma, where: RecordFilter) => prisma.taxReceipt.findFirst({ where, select }),
  drift: (prisma: Prisma, where: RecordFilter) => prisma.drift.findFirst({ where, select }),
  'move-in': (prisma: Prisma, where: RecordFilter) => prisma.moveIn.findFirst({ where, select }),
  'port-in': (prisma: Prisma, where: RecordFilter) => prisma.portIn.findFirst({ where, select }),
  'port-out': (prisma: Prisma, where: RecordFilter) => prisma.portOut.findFirst({ where, select }),
  range: async (prisma: Prisma, where: RecordFilter) =>
    (await prisma.numberRange.findFirst({ where, select })) ?? findRemoved(prisma, 'range', where),
} as const;

type RecordKind = keyof typeof finders;

/** A removed record has no row any more, but its events stay. */
function findRemoved(
  prisma: Prisma,
  resourceType: 'line' | 'pool' | 'range' | 'resource',
  { id, ...broker }: RecordFilter,
) {
  return prisma.event.findFirst({ where: { resourceType, resourceId: id, ...broker }, select });
}

export interface RecordEventQuery extends EventQuery {
  readonly caller: Caller;
  readonly kind: RecordKind;
  readonly id: string;
}

/**
 * Lists the events of a record, oldest first, from a position on. Raises not-found when the record does not exist or
 * belongs to another broker.
 */
export async function listRecordEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { kind, id, ...query }: RecordEventQuery,
): Promise<EventPage> {
  const found = await finders[kind](db.prisma, { id, ...visibleTo(query.caller) });
  if (!found) throw notFound(`There is no ${kind === 'tax-receipt' ? 'tax receipt' : kind} ${id}.`);
  return readEvents(db, id, query);
}
