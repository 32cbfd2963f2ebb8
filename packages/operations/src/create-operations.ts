import type { Caller } from '@linework/auth/caller';
import type { WrongKeys } from '@linework/auth/wrong-keys';
import type { OpenDb } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { Queues } from '@linework/queue/open-queues';
import type { Application, RequestHandler } from 'express';
import { checkPostgres } from './check-postgres.ts';
import { countDrifts } from './count-drifts.ts';
import { countFailures } from './count-failures.ts';
import { countLateInvoices } from './count-late-invoices.ts';
import { countOrders } from './count-orders.ts';
import { countUnansweredCalls } from './count-unanswered-calls.ts';
import { countWebhooks, readWebhookLags } from './count-webhooks.ts';
import { type Check, createHealth, type Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import { metricsPage } from './metrics-page.ts';
import { operationsApp } from './operations-app.ts';
import { queueBoard } from './queue-board.ts';
import { readDatabaseState } from './read-database-state.ts';
import { readEventLag } from './read-event-lag.ts';
import { readTaxRateDays } from './read-tax-rate-days.ts';

export interface OperationsOptions {
  readonly db: OpenDb;
  readonly queues: Queues;
  readonly metrics: Metrics;
  readonly findCaller: (key: string) => Promise<Caller | null>;
  readonly wrongKeys: WrongKeys;
  readonly errorsBase: string;
  readonly log: Log;
  /** The health checks of other systems. Without one of them the program works with limits. */
  readonly systems?: Readonly<Record<string, Check>>;
  /** True while the scheduled jobs of this program end; for workers. */
  readonly maintenance?: Check;
  /** The console, for programs that have it. */
  readonly console?: RequestHandler;
}

export interface Operations {
  readonly health: Health;
  readonly app: Application;
}

/** Creates the pages for operators that every program has. */
export function createOperations({
  db,
  queues,
  metrics,
  findCaller,
  wrongKeys,
  errorsBase,
  log,
  systems,
  maintenance,
  console,
}: OperationsOptions): Operations {
  const required = {
    postgres: checkPostgres(db),
    [queues.kind === 'redis' ? 'redis' : 'queue']: queues.isUp,
    ...(maintenance && { maintenance }),
  };
  const health = createHealth({ required, ...(systems && { optional: systems }) });
  const failures = () => countFailures(db);
  const app = operationsApp({
    health,
    metrics: metricsPage(metrics, {
      countOrders: () => countOrders(db),
      countFailures: failures,
      countUnanswered: () => countUnansweredCalls(db),
      readEventLag: () => readEventLag(db),
      readTaxRateDays: () => readTaxRateDays(db),
      countLateInvoices: () => countLateInvoices(db),
      countDrifts: () => countDrifts(db),
      countWebhooks: () => countWebhooks(db),
      readWebhookLags: () => readWebhookLags(db),
      readDatabaseState: () => readDatabaseState(db),
      pool: db.pool,
      countJobs: queues.counts,
      countEndedJobs: queues.countEnded,
      failedWakeUps: queues.failedWakeUps,
    }),
    countFailures: failures,
    board: queueBoard(queues.queues, failures),
    authenticate: findCaller,
    wrongKeys,
    console,
    errorsBase,
    onError: (error, { requestId }) => log.error({ err: error, requestId }, 'operations request failed'),
  });
  return { health, app };
}
