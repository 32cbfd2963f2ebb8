import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

interface UniqueFields {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
}

/** Raises conflict when another person has the name, regardless of case, or the e-mail address. The error lists both. */
export async function assertOperatorIsUnique(db: Pick<Db, 'prisma'>, { name, email }: UniqueFields, ownId?: string): Promise<void> {
  const others = await db.prisma.operator.findMany({
    where: {
      OR: [...(name === undefined ? [] : [{ name: { equals: name, mode: 'insensitive' as const } }]), ...(email ? [{ email }] : [])],
      ...(ownId !== undefined && { NOT: { id: ownId } }),
    },
  });
  const errors = [
    ...(others.some((other) => other.name.toLowerCase() === name?.toLowerCase()) ? [{ detail: 'Another person has this name.', pointer: '/name' }] : []),
    ...(email && others.some((other) => other.email === email) ? [{ detail: 'Another person has this e-mail address.', pointer: '/email' }] : []),
  ];
  if (errors.length > 0) throw conflict(errors.map(({ detail }) => detail).join(' '), { code: 'operator-taken', errors });
}

/** Whether the database rejected a write because another person has the name or the e-mail address. */
export const isOperatorTakenError = (error: unknown): boolean =>
  isUniqueViolation(error, 'operator_name_key') || isUniqueViolation(error, 'operator_email_key');
