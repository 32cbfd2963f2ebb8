import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

export interface TestBroker {
  readonly id: string;
  readonly name: string;
}

const insertBroker = statement(
  'test-insert-broker',
  { id: 'uuid', name: 'text' },
  'INSERT INTO broker (id, name) VALUES (:id, :name)',
);

/** A new broker. */
export async function aBroker(db: Pick<Db, 'query'>): Promise<TestBroker> {
  const id = randomUUID();
  const broker = { id, name: `broker ${id}` };
  await db.query(insertBroker, { id: broker.id, name: broker.name });
  return broker;
}
