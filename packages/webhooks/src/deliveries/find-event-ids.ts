import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';

/** The ids of the events of deliveries that the caller may see; without those that are no longer kept. */
export async function findEventIds(
  db: Pick<Db, 'prisma'>,
  deliveries: readonly { readonly eventSeq: bigint | null }[],
): Promise<ReadonlyMap<bigint, string>> {
  const seqs = deliveries.flatMap(({ eventSeq }) => eventSeq ?? []);
  if (seqs.length === 0) return new Map();
  const read = () => db.prisma.event.findMany({ where: { seq: { in: seqs } }, select: { seq: true, id: true } });
  const found = await withoutBrokerScope(
    'the deliveries were found for the caller, and their events were sent to its endpoint',
    read,
  );
  return new Map(found.map(({ seq, id }) => [seq, id]));
}
