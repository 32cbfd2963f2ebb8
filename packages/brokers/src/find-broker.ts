import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import { type Broker, broker } from '@linework/schemas/brokers/broker';
import { printRecord } from '@linework/schemas/print-record';

/** The broker as operators see it. Raises not-found. */
export async function findBroker(db: Pick<Db, 'prisma'>, brokerId: string): Promise<Broker> {
  const record = await db.prisma.broker.findFirst({ where: { id: brokerId } });
  if (!record) throw notFound(`There is no broker ${brokerId}.`);
  return printRecord(broker, record);
}
