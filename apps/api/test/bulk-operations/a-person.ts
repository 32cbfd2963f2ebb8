import type { OpenDb } from '@linework/db/db';
import { v7 as newId } from 'uuid';

/** A person who works with the console, with the role operator. */
export async function aPerson(db: OpenDb, name: string) {
  const id = newId();
  await db.prisma.operator.create({ data: { id, name: `${name} ${id}`, role: 'operator' } });
  const operator = {
    id,
    name,
    role: 'operator',
    mustChangePassword: false,
    way: 'password',
    expiresAt: new Date(),
    brokerId: null,
    tokenDigest: Buffer.alloc(0),
  } as const;
  return { keyId: id, operator, brokerId: null, scopes: ['lines:write', 'orders:write'] } as const;
}
