import { inChildSpan } from '@linework/log/tracing/span';
import type { Db } from './database.ts';
import { postgresql } from './run-statement.ts';
import type { AnyStatement, Given, RowOf, Statement } from './statement.ts';

/** The names of the statements that were sent through Prisma, by their texts. */
const names = new Map<string, string>();

/**
 * The name of the prepared statement of a text. Texts that Prisma generates have none, because their number is
 * unlimited.
 */
export const preparedName = (text: string): string => names.get(text) ?? '';

/**
 * Runs one prepared statement through Prisma Client and returns its rows. Inside a transaction it is part of it.
 * PostgreSQL binds the values: "unsafe" in the name of Prisma's method only means that the text is not a template. The
 * usual timeout applies.
 */
export function queryThroughPrisma<Queried extends AnyStatement>(
  db: Pick<Db, 'prisma'>,
  statement: Queried,
  ...values: Given<Queried>
): Promise<readonly RowOf<Queried>[]>;
export function queryThroughPrisma(
  { prisma }: Pick<Db, 'prisma'>,
  statement: Statement<object>,
  values: object = {},
): Promise<readonly unknown[]> {
  names.set(statement.text, statement.name);
  return inChildSpan(statement.name, { kind: 'client', attributes: postgresql }, () =>
    prisma.$queryRawUnsafe<readonly unknown[]>(statement.text, ...statement.inOrder(values)),
  );
}
