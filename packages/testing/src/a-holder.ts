import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';

export interface TestHolder {
  readonly id: string;
  readonly brokerId: string;
}

/** A customer of a broker. */
export function aHolder(db: Pick<Db, 'prisma'>, { brokerId }: { readonly brokerId: string }): Promise<TestHolder> {
  const federalTaxId = String(randomInt(10 ** 10, 10 ** 11));
  return db.prisma.holder.create({ data: { id: randomUUID(), brokerId, name: 'Maria Souza', federalTaxId }, select: { id: true, brokerId: true } });
}
