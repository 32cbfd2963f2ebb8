import type { PrismaClient } from './generated/client.ts';
import type { AnyStatement, Given, RowOf } from './statement.ts';

/** The database or one transaction. Code with a `Db` does not need to know which. */
export interface Db {
  readonly isTransaction: boolean;
  /**
   * Runs one statement with its values: `query(findStatement, { id })`. Outside a transaction it is repeated after a
   * deadlock or a serialization failure.
   */
  query<Queried extends AnyStatement>(
    statement: Queried,
    ...values: Given<Queried>
  ): Promise<readonly RowOf<Queried>[]>;
  /** Prisma on the same connections; inside a transaction, part of it. */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in a transaction, which commits when it resolves. Inside a transaction it joins that one. `work` is
   * repeated after a deadlock or a serialization failure, so it must have no effect outside the database.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a savepoint and rolls back to it on failure. The transaction around it can continue. */
  savepoint<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work` as a dry run: its changes are always rolled back. */
  dryRun<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` with a dedicated connection, which is opened and closed for it. Use it for session objects such as
   * temporary tables; it takes no connection of the pool. Inside a transaction it uses that connection. Throws
   * `NoDedicatedConnection` while four others are open.
   */
  withDedicatedConnection<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Runs a callback after the commit: immediately outside a transaction, never after a rollback. */
  afterCommit(action: () => void): void;
}
