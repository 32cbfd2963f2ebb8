import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import type { Fault } from '@linework/problem-details/fault';
import { conflict } from '@linework/problem-details/make-problem';

/** What only one broker can have. */
interface BrokerMarks {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly code?: string | null | undefined;
}

const marks = ['id', 'name', 'code'] as const;
const indexes = ['broker_pkey', 'broker_name_key', 'broker_code_key'];

/** Raises conflict where other brokers have the id, the name or the code; all of them are named at once. */
export async function refuseTaken(db: Pick<Db, 'prisma'>, wanted: BrokerMarks, ownId?: string): Promise<void> {
  const given = marks.filter((mark) => typeof wanted[mark] === 'string');
  if (given.length === 0) return;
  const others = await db.prisma.broker.findMany({
    where: { OR: given.map((mark) => ({ [mark]: wanted[mark] })), ...(ownId !== undefined && { NOT: { id: ownId } }) },
  });
  const errors = given.flatMap((mark) => others.filter((other) => other[mark] === wanted[mark]).map(({ id }) => faultOf(mark, id)));
  if (errors.length === 0) return;
  throw conflict(errors.map(({ detail }) => detail).join(' '), { code: 'broker-taken', errors });
}

const faultOf = (mark: (typeof marks)[number], otherId: string): Fault => ({
  detail: mark === 'id' ? `There is already a broker ${otherId}.` : `The broker ${otherId} already has this ${mark}.`,
  pointer: `/${mark}`,
});

/** Whether the database refused a write because another broker has its id, its name or its code. */
export const isTaken = (error: unknown): boolean => indexes.some((index) => isUniqueViolation(error, index));
