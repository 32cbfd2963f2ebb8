import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { statement } from '@linework/db/statement';
import type { Log } from '@linework/log/log';
import type { WorkerFleet } from '@linework/schemas/workers/workers.routes';

/** What a worker says of itself. It stays the same while the worker runs. */
export interface WorkerDescription {
  readonly host: string;
  readonly version: string;
  readonly queue: 'redis' | 'postgres';
  readonly concurrency: number;
}

/** A circuit breaker as its worker reports it. */
export interface ReportedBreaker {
  readonly system: string;
  readonly isAnswering: boolean;
  /** When the first of its last calls had no response, if it is not answering. */
  readonly silentSince?: string | undefined;
  readonly lastFailure?: { readonly at: string; readonly code: string } | undefined;
}

const reportStatement = statement(
  'report-worker',
  { id: 'uuid', host: 'text', version: 'text', queue: 'text', concurrency: 'int', systems: 'jsonb' },
  `
  INSERT INTO worker (id, host, version, queue, concurrency, systems)
  VALUES (:id, :host, :version, :queue, :concurrency, :systems)
  ON CONFLICT (id) DO UPDATE SET systems = excluded.systems, seen_at = CURRENT_TIMESTAMP
`,
);

const forgetStatement = statement(
  'forget-workers',
  { id: 'uuid' },
  "DELETE FROM worker WHERE id = :id OR seen_at < CURRENT_TIMESTAMP - interval '1 day'",
);

const reportMs = 10_000;

interface ReportOptions {
  readonly db: Pick<Db, 'query'>;
  readonly log: Pick<Log, 'error'>;
  readonly worker: WorkerDescription;
  readonly breakers: readonly { describe(): ReportedBreaker }[];
}

/** Reports a worker now and every 10 seconds, until `close` forgets it. A database that is away is asked again. */
export function reportWorker({ db, log, worker, breakers }: ReportOptions): { close(): Promise<void> } {
  const id = randomUUID();
  let current: Promise<unknown> | undefined;
  const write = (work: () => Promise<unknown>) => {
    current ??= work()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'this worker could not report itself');
      })
      .finally(() => {
        current = undefined;
      });
    return current;
  };
  const report = () =>
    write(() => db.query(reportStatement, { id, ...worker, systems: breakers.map((breaker) => breaker.describe()) }));
  const timer = setInterval(report, reportMs);
  void report();
  return {
    async close() {
      clearInterval(timer);
      await current;
      await write(() => db.query(forgetStatement, { id }));
    },
  };
}

const fleetStatement = statement(
  'read-workers',
  `
  SELECT id, host, version, queue, concurrency, systems, started_at AS "startedAt", seen_at AS "lastSeenAt",
    seen_at > CURRENT_TIMESTAMP - interval '30 seconds' AS "isAlive"
  FROM worker
  WHERE seen_at > CURRENT_TIMESTAMP - interval '1 day'
  ORDER BY started_at, id
  LIMIT 1000
`,
).returns<{ queue: WorkerDescription['queue']; systems: readonly ReportedBreaker[]; isAlive: boolean }>();

/** The workers, and each system as the living ones see it. */
export async function readWorkers(db: Pick<Db, 'query'>): Promise<WorkerFleet> {
  const rows = await db.query(fleetStatement);
  const breakers = rows.filter(({ isAlive }) => isAlive).flatMap(({ systems }) => systems);
  return {
    workers: rows.map(({ systems: _, startedAt, lastSeenAt, ...worker }) => ({
      ...worker,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    systems: [...Map.groupBy(breakers, ({ system }) => system)].map(([name, ofSystem]) => sumUp(name, ofSystem)),
  };
}

function sumUp(name: string, breakers: readonly ReportedBreaker[]): WorkerFleet['systems'][number] {
  const silent = breakers.filter(({ isAnswering }) => !isAnswering);
  const [silentSince] = silent.flatMap((breaker) => breaker.silentSince ?? []).toSorted();
  const lastFailure = breakers
    .flatMap((breaker) => breaker.lastFailure ?? [])
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
  return {
    name,
    answeringCount: breakers.length - silent.length,
    silentCount: silent.length,
    ...(silentSince !== undefined && { silentSince }),
    ...(lastFailure && { lastFailure }),
  };
}
