import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import { visibleTo } from '../visible-to.ts';
import { type EventPage, type EventsAsked, readEvents } from './read-events.ts';

type Prisma = Db['prisma'];
interface Wanted {
  readonly id: string;
  readonly brokerId?: string;
}
const select = { id: true } as const;

/** How a record of each kind is looked for, by its id and, for a broker's key, its broker. */
const finders = {
  subscription: (prisma: Prisma, where: Wanted) => prisma.subscription.findFirst({ where, select }),
  invoice: (prisma: Prisma, where: Wanted) => prisma.invoice.findFirst({ where, select }),
  payment: (prisma: Prisma, where: Wanted) => prisma.payment.findFirst({ where, select }),
  refund: (prisma: Prisma, where: Wanted) => prisma.refund.findFirst({ where, select }),
  'tax-receipt': (prisma: Prisma, where: Wanted) => prisma.taxReceipt.findFirst({ where, select }),
  'port-in': (prisma: Prisma, where: Wanted) => prisma.portIn.findFirst({ where, select }),
  'port-out': (prisma: Prisma, where: Wanted) => prisma.portOut.findFirst({ where, select }),
  range: async (prisma: Prisma, where: Wanted) => (await prisma.numberRange.findFirst({ where, select })) ?? deletedRange(prisma, where),
} as const;

export type KindWithEvents = keyof typeof finders;

/** A range that was deleted has no row any more. Its events stay. */
function deletedRange(prisma: Prisma, { id: resourceId, ...broker }: Wanted) {
  return prisma.event.findFirst({ where: { resourceType: 'range', resourceId, ...broker }, select });
}

export interface RecordEventsAsked extends EventsAsked {
  readonly caller: Caller;
  readonly kind: KindWithEvents;
  readonly id: string;
}

/** Lists the events of a record, oldest first, from a position on. Raises not-found when the record is not there, or another broker's. */
export async function listRecordEvents(db: Pick<Db, 'prisma' | 'query'>, { kind, id, ...asked }: RecordEventsAsked): Promise<EventPage> {
  const found = await finders[kind](db.prisma, { id, ...visibleTo(asked.caller) });
  if (!found) throw notFound(`There is no ${kind === 'tax-receipt' ? 'tax receipt' : kind} ${id}.`);
  return readEvents(db, id, asked);
}
