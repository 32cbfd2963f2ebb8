import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import type { FieldError } from '@linework/problem-details/field-error';
import { conflict } from '@linework/problem-details/make-problem';

/** The fields that are unique to one broker. */
interface UniqueFields {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly code?: string | null | undefined;
}

const uniqueFields = ['id', 'name', 'code'] as const;
const uniqueIndexes = ['broker_pkey', 'broker_name_key', 'broker_code_key'];

/** Raises conflict when another broker has the id, the name or the code. The error lists every such field. */
export async function assertBrokerIsUnique(
  db: Pick<Db, 'prisma'>,
  values: UniqueFields,
  ownId?: string,
): Promise<void> {
  const givenFields = uniqueFields.filter((field) => typeof values[field] === 'string');
  if (givenFields.length === 0) return;
  const others = await db.prisma.broker.findMany({
    where: {
      OR: givenFields.map((field) => ({ [field]: values[field] })),
      ...(ownId !== undefined && { NOT: { id: ownId } }),
    },
  });
  const errors = givenFields.flatMap((field) =>
    others.filter((other) => other[field] === values[field]).map(({ id }) => buildTakenError(field, id)),
  );
  if (errors.length === 0) return;
  throw conflict(errors.map(({ detail }) => detail).join(' '), { code: 'broker-taken', errors });
}

const buildTakenError = (field: (typeof uniqueFields)[number], otherId: string): FieldError => ({
  detail: field === 'id' ? `There is already a broker ${otherId}.` : `The broker ${otherId} already has this ${field}.`,
  pointer: `/${field}`,
});

/** Whether the database rejected a write because another broker has its id, its name or its code. */
export const isBrokerTakenError = (error: unknown): boolean =>
  uniqueIndexes.some((index) => isUniqueViolation(error, index));
