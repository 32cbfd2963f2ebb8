import type { Db } from '@linework/db/db';
import type { OperatorModel } from '@linework/db/generated/models/Operator';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import { type Operator, operator } from '@linework/schemas/operators/operator';
import { printRecord } from '@linework/schemas/print-record';

/** A person as administrators see them. Raises not-found. */
export async function findOperator(db: Pick<Db, 'prisma'>, operatorId: string): Promise<Operator> {
  const record = await db.prisma.operator.findFirst({ where: { id: operatorId } });
  if (!record) throw operatorNotFound(operatorId);
  return printOperator(record);
}

const lockStatement = statement(
  'lock-operator',
  { operatorId: 'uuid' },
  'SELECT id FROM operator WHERE id = :operatorId FOR NO KEY UPDATE',
);

/** Locks a person until the transaction ends. Raises not-found. */
export async function lockOperator(tx: Pick<Db, 'query'>, operatorId: string): Promise<void> {
  const [locked] = await tx.query(lockStatement, { operatorId });
  if (!locked) throw operatorNotFound(operatorId);
}

const operatorNotFound = (operatorId: string) => notFound(`There is no operator ${operatorId}.`);

/** A person as administrators see them: never the hash of the password. */
export const printOperator = (record: OperatorModel) =>
  printRecord(operator, { ...record, enabled: record.disabledAt === null });
