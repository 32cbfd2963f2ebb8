import type { Caller } from '@linework/auth/caller';
import type { WrongKeys } from '@linework/auth/wrong-keys';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { Queues } from '@linework/queue/open-queues';
import type { Application, RequestHandler } from 'express';
import { checkPostgres } from './check-postgres.ts';
import { countFailures } from './count-failures.ts';
import { countLateInvoices } from './count-late-invoices.ts';
import { countOrders } from './count-orders.ts';
import { countUnansweredCalls } from './count-unanswered-calls.ts';
import { countWebhooks } from './count-webhooks.ts';
import { type Check, createHealth, type Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import { metricsPage } from './metrics-page.ts';
import { operationsApp } from './operations-app.ts';
import { queueBoard } from './queue-board.ts';
import { readEventLag } from './read-event-lag.ts';
import { readTaxRateDays } from './read-tax-rate-days.ts';

export interface OperationsOptions {
  readonly db: Db;
  readonly queues: Queues;
  readonly metrics: Metrics;
  readonly findCaller: (key: string) => Promise<Caller | null>;
  readonly wrongKeys: WrongKeys;
  readonly errorsBase: string;
  readonly log: Log;
  /** The health checks of other systems. Without one of them the program works with limits. */
  readonly systems?: Readonly<Record<string, Check>>;
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
  console,
}: OperationsOptions): Operations {
  const optionalChecks = { [queues.kind === 'redis' ? 'redis' : 'queue']: queues.isUp, ...systems };
  const health = createHealth({ required: { postgres: checkPostgres(db) }, optional: optionalChecks });
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
      countWebhooks: () => countWebhooks(db),
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
