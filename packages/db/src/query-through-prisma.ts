import type { Db } from './db.ts';
import type { Statement } from './statement.ts';

/** The names of the statements that Prisma has sent, by their texts. */
const names = new Map<string, string>();

/** The name under which a text is prepared: that of a statement, and none for what Prisma writes itself, whose texts have no end. */
export const preparedName = (text: string): string => names.get(text) ?? '';

/**
 * Runs one prepared statement through Prisma Client, and answers its rows; inside a transaction it is part of it. The values are bound by
 * PostgreSQL: "unsafe" is Prisma's word for a text that is no template. Such a statement has the usual time-out.
 */
export function queryThroughPrisma<Row>({ prisma }: Db, { name, text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
  names.set(text, name);
  return prisma.$queryRawUnsafe<readonly Row[]>(text, ...values);
}
