import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { aCpf } from './codes/tax-ids.ts';

export interface TestHolder {
  readonly id: string;
  readonly brokerId: string;
}

/** A customer of a broker. */
export function aHolder(db: Pick<Db, 'prisma'>, { brokerId }: { readonly brokerId: string }): Promise<TestHolder> {
  const federalTaxId = aCpf();
  return db.prisma.holder.create({ data: { id: randomUUID(), brokerId, name: 'Maria Souza', federalTaxId }, select: { id: true, brokerId: true } });
}
