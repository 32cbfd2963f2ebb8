import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { aCpf } from './codes/tax-ids.ts';

export interface TestHolder {
  readonly id: string;
  readonly brokerId: string;
}

const insertHolder = statement(
  'test-insert-holder',
  { id: 'uuid', brokerId: 'uuid', federalTaxId: 'text' },
  `INSERT INTO holder (id, broker_id, name, federal_tax_id) VALUES (:id, :brokerId, 'Maria Souza', :federalTaxId)`,
);

/** A customer of a broker. */
export async function aHolder(db: Pick<Db, 'query'>, { brokerId }: { readonly brokerId: string }): Promise<TestHolder> {
  const id = randomUUID();
  await db.query(insertHolder, { id, brokerId, federalTaxId: aCpf() });
  return { id, brokerId };
}
