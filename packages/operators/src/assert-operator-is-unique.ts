import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';

interface UniqueFields {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
}

/** Compares names as the unique index does. */
const findTakenStatement = statement(
  'find-taken-operator-fields',
  { name: 'text?', email: 'text?', ownId: 'uuid?' },
  `SELECT coalesce(bool_or(lower(name) = lower(:name)), false) AS "isNameTaken",
    coalesce(bool_or(email = :email), false) AS "isEmailTaken"
  FROM operator
  WHERE (lower(name) = lower(:name) OR email = :email)
    AND id IS DISTINCT FROM :ownId`,
);

/**
 * Raises conflict when another person has the name, regardless of case, or the e-mail address. The error lists both.
 */
export async function assertOperatorIsUnique(
  db: Pick<Db, 'query'>,
  { name, email }: UniqueFields,
  ownId?: string,
): Promise<void> {
  const [taken] = await withoutBrokerScope(
    'A name signs in one person, whatever the broker; only whether it is taken.',
    () => db.query(findTakenStatement, { name, email, ownId }),
  );
  const errors = [
    ...(taken?.isNameTaken ? [{ detail: 'Another person has this name.', pointer: '/name' }] : []),
    ...(taken?.isEmailTaken ? [{ detail: 'Another person has this e-mail address.', pointer: '/email' }] : []),
  ];
  if (errors.length > 0)
    throw conflict(errors.map(({ detail }) => detail).join(' '), { code: 'operator-taken', errors });
}

/** Whether the database rejected a write because another person has the name or the e-mail address. */
export const isOperatorTakenError = (error: unknown): boolean =>
  isUniqueViolation(error, 'operator_name_key') || isUniqueViolation(error, 'operator_email_key');
