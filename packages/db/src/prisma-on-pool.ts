import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { enforceBrokerScope } from './broker-scope.ts';
import { PrismaClient } from './generated/client.ts';
import { preparedName } from './query-through-prisma.ts';

export interface PrismaOnPool {
  /** Prisma on any connection of the pool. */
  readonly client: PrismaClient;
  /**
   * The same client on this connection, so that its reads and writes belong to the open transaction of the connection.
   */
  on(connection: pg.PoolClient): PrismaClient;
  close(): Promise<void>;
}

/** The connection of a statement of Prisma; undefined for any connection of the pool. */
const connectionStorage = new AsyncLocalStorage<SerialConnection>();

/**
 * Creates one Prisma client for a pool and its connections, on first use. A client takes 16 MiB and blocks the process
 * for 15 ms or more, because it unpacks the whole schema and compiles its own engine.
 */
export function prismaOnPool(pool: pg.Pool): PrismaOnPool {
  let created: PrismaClient | undefined;
  const client = () => {
    created ??= new PrismaClient({
      adapter: new PrismaPg(new RoutedPool(pool), { statementNameGenerator: ({ sql }) => preparedName(sql) }),
    });
    return created;
  };
  const bound = new WeakMap<pg.PoolClient, PrismaClient>();
  return {
    get client() {
      return client();
    },
    on(connection) {
      const boundClient = bound.get(connection) ?? bindToConnection(client(), new SerialConnection(connection));
      bound.set(connection, boundClient);
      return boundClient;
    },
    close: async () => created?.$disconnect(),
  };
}

function bindToConnection(client: PrismaClient, connection: SerialConnection): PrismaClient {
  const bound = client.$extends({
    query: {
      $allOperations({ operation, args, query }) {
        if (batchedOperations.has(operation))
          throw new Error(`Prisma batches ${operation} calls of different callers: use findFirst in a transaction.`);
        return connectionStorage.run(connection, async () => await query(args));
      },
    },
  });
  // An extension with queries only does not change the methods, so the cast is safe.
  return bound as unknown as PrismaClient;
}

/** Prisma batches these operations at the end of the tick, and sends them on the connection of the first caller. */
const batchedOperations = new Set(['findUnique', 'findUniqueOrThrow']);

/** Serialises the statements of a connection, because Prisma reads sibling relations concurrently. */
class SerialConnection {
  readonly #connection: pg.PoolClient;
  #before: Promise<unknown> = Promise.resolve();

  constructor(connection: pg.PoolClient) {
    this.#connection = connection;
  }

  query(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const result = this.#before.then(() => this.#connection.query(query));
    // The caller gets the error; the next statement only waits for the end of this one.
    this.#before = result.catch(() => undefined);
    return result;
  }
}

/** The pool that Prisma sees. On a single connection it must not begin or end a transaction. */
class RoutedPool extends pg.Pool {
  constructor(pool: pg.Pool) {
    super({ max: 1 });
    const send = (query: pg.QueryArrayConfig) => connectionStorage.getStore()?.query(query) ?? pool.query(query);
    const query = (query: pg.QueryArrayConfig) => enforceBrokerScope(query.text, query.values ?? [], () => send(query));
    const connect = () => (connectionStorage.getStore() ? rejectTransaction() : pool.connect());
    this.query = query as typeof this.query;
    this.connect = connect as typeof this.connect;
  }
}

function rejectTransaction(): never {
  throw new Error(
    'Prisma would open another transaction inside this one: write one record at a time here, without nested writes.',
  );
}
