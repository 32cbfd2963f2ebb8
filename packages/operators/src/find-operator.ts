import type { Caller } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import type { OperatorModel } from '@linework/db/generated/models/Operator';
import { statement } from '@linework/db/statement';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Operator, operator } from '@linework/schemas/operators/operator';
import { printRecord } from '@linework/schemas/print-record';
import { assertMayManage, type PeopleCaller } from './people-of-caller.ts';

/** A person as administrators see them: those of a broker see no others. Raises not-found. */
export async function findOperator(
  db: Pick<Db, 'prisma'>,
  caller: Pick<Caller, 'brokerId'>,
  operatorId: string,
): Promise<Operator> {
  const record = await db.prisma.operator.findFirst({ where: { id: operatorId, ...visibleTo(caller) } });
  if (!record) throw operatorNotFound(operatorId);
  return printOperator(record);
}

const lockStatement = statement(
  'lock-operator',
  { operatorId: 'uuid', brokerId: 'uuid?' },
  `SELECT p.id, p.role, p.broker_id AS "brokerId", r.scopes AS "scopesOfOwnRole"
  FROM operator p
  LEFT JOIN operator_role r ON r.id = p.role_id
  WHERE p.id = :operatorId AND (:brokerId IS NULL OR p.broker_id = :brokerId)
  FOR NO KEY UPDATE OF p`,
).returns<{ readonly scopesOfOwnRole: readonly Scope[] | null }>();

export interface OperatorTarget {
  readonly caller: PeopleCaller;
  readonly operatorId: string;
}

/**
 * Locks a person whom the caller may change until the transaction ends. Raises not-found, and missing-scope for a
 * person with more rights than the caller.
 */
export async function lockOperator(tx: Pick<Db, 'query'>, { caller, operatorId }: OperatorTarget): Promise<void> {
  const [locked] = await tx.query(lockStatement, { operatorId, brokerId: caller.brokerId });
  if (!locked) throw operatorNotFound(operatorId);
  assertMayManage(caller, locked);
}

const operatorNotFound = (operatorId: string) => notFound(`There is no operator ${operatorId}.`);

/** A person as administrators see them: never the hash of the password. */
export const printOperator = (record: OperatorModel) =>
  printRecord(operator, { ...record, enabled: record.disabledAt === null });
