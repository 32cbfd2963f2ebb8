import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';

export interface TestBroker {
  readonly id: string;
  readonly name: string;
}

/** A new broker. */
export function aBroker(db: Pick<Db, 'prisma'>): Promise<TestBroker> {
  const id = randomUUID();
  return db.prisma.broker.create({ data: { id, name: `broker ${id}` }, select: { id: true, name: true } });
}
