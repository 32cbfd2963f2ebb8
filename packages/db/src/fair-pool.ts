import { createFairLimiter, type Release } from '@linework/batching/fair-limiter';
import pg from 'pg';
import { findOwner } from './broker-scope.ts';

type OnConnected = (
  error: Error | undefined,
  connection: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/**
 * The owner of work that is for nobody in particular, such as a batch of the requests of many brokers, a job, or a
 * check of the health.
 */
const ownerOfSharedWork = '';

/**
 * The part of the connections that one broker, operator's key or person never gets, so that there is always one for the
 * others.
 */
const keptFree = 0.2;

/**
 * A pool whose connections are given out in turn: where requests wait for one, each owner gets one after the other. An
 * owner holds at most four fifths of the connections, so that one that holds them for long, for example while it waits
 * for its own locks, does not keep others out.
 */
export class FairPool extends pg.Pool {
  readonly #connections;
  readonly #releases = new WeakMap<pg.PoolClient, Release>();
  readonly #timeoutMs: number;

  constructor(config: pg.PoolConfig & { readonly max: number; readonly connectionTimeoutMillis: number }) {
    super(config);
    const { max, connectionTimeoutMillis } = config;
    this.#timeoutMs = connectionTimeoutMillis;
    const perOwner = Math.max(1, max - Math.ceil(max * keptFree));
    const limits = { perOwner: max, whileShared: perOwner, total: max, waitingPerOwner: Number.POSITIVE_INFINITY };
    this.#connections = createFairLimiter(limits, (owner) => owner !== ownerOfSharedWork);
    this.on('release', (_error, connection) => this.#releases.get(connection)?.());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (onConnected === undefined) {
      return new Promise((resolve, reject) =>
        this.connect((error, connection) => (connection ? resolve(connection) : reject(error))),
      );
    }
    const owner = findOwner() ?? ownerOfSharedWork;
    const release = this.#connections.tryAcquire(owner);
    if (release === undefined) this.#wait(owner, onConnected);
    else this.#open(release, onConnected);
    return undefined;
  }

  /** Nobody waits for a connection for longer than for its opening. */
  #wait(owner: string, onConnected: OnConnected): void {
    const waiting = new AbortController();
    const timer = setTimeout(
      () => waiting.abort(new Error('timeout exceeded when trying to connect')),
      this.#timeoutMs,
    ).unref();
    this.#connections
      .acquire(owner, waiting.signal)
      ?.finally(() => clearTimeout(timer))
      .then(
        (acquired) => this.#open(acquired, onConnected),
        (error: Error) => onConnected(error, undefined, () => {}),
      );
  }

  #open(release: Release, onConnected: OnConnected): void {
    super.connect((error, connection, done) => {
      if (connection === undefined) release();
      else this.#releases.set(connection, release);
      onConnected(error, connection, done);
    });
  }
}
