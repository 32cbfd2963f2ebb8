import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { statement } from '@linework/db/statement';
import type { Log } from '@linework/log/log';
import type { WorkerFleet } from '@linework/schemas/workers/workers.routes';

/** What a worker says of itself. It stays the same while the worker runs. */
export type WorkerDescription = Pick<WorkerFleet['workers'][number], 'host' | 'version' | 'queue' | 'concurrency'>;

/** A circuit breaker as its worker reports it. */
export interface ReportedBreaker {
  readonly system: string;
  /** Absent while the system answers. */
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
  const report = () =>
    db.query(reportStatement, { id, ...worker, systems: breakers.map((breaker) => breaker.describe()) });
  const forget = () => db.query(forgetStatement, { id });
  let last: Promise<void> = Promise.resolve();
  // One after the other, so that a report never comes behind the end.
  const write = (work: () => Promise<unknown>): Promise<void> => {
    last = last.then(work).then(
      () => undefined,
      (error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'this worker could not report itself');
      },
    );
    return last;
  };
  // Workers that are killed again and again forget each other too.
  void write(forget);
  void write(report);
  const timer = setInterval(() => void write(report), reportMs);
  return {
    close() {
      clearInterval(timer);
      return write(forget);
    },
  };
}

const fleetStatement = statement(
  'read-workers',
  `
  SELECT id, host, version, queue, concurrency, systems, started_at AS "startedAt", seen_at AS "lastSeenAt",
    seen_at > CURRENT_TIMESTAMP - interval '30 seconds' AS "isAlive"
  FROM (
    SELECT *
    FROM worker
    WHERE seen_at > CURRENT_TIMESTAMP - interval '1 day'
    ORDER BY seen_at DESC
    LIMIT 1000) newest
  ORDER BY "isAlive" DESC, started_at, id
`,
).returns<{ queue: WorkerDescription['queue']; systems: readonly ReportedBreaker[]; isAlive: boolean }>();

/** The 1,000 workers that reported last, and each system as the living ones see it. */
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
  const silent = breakers.flatMap((breaker) => breaker.silentSince ?? []).toSorted();
  const [silentSince] = silent;
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
