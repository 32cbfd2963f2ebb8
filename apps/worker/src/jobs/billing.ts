import type { Db } from '@linework/db/db';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { type InvoicingDeps, makeInvoices } from '@linework/invoices/make-invoices';
import { markOverdue } from '@linework/invoices/mark-overdue';
import type { Log } from '@linework/log/log';
import { expirePaymentMethods } from '@linework/payments/methods/expire-payment-methods';
import { endWithoutLines } from '@linework/subscriptions/lines/end-without-lines';
import { type MoveDeps, moveDueSubscriptions } from '@linework/subscriptions/move-due-subscriptions';
import { reconcilePausedLines } from '@linework/subscriptions/pauses/reconcile-paused-lines';
import { purgeUsageRecords } from '@linework/usage/purge-usage-records';

export function moveDueSubscriptionsHandler(deps: MoveDeps) {
  return async (): Promise<void> => {
    const count = await moveDueSubscriptions(deps);
    if (count > 0) deps.log.info({ count }, 'made scheduled changes of subscriptions');
  };
}

export function endWithoutLinesHandler(deps: { readonly db: Db; readonly log: Log }) {
  return async (): Promise<void> => {
    const count = await endWithoutLines(deps);
    if (count > 0) deps.log.info({ count }, 'handled lines that were deleted or ported out of a subscription');
  };
}

export function blockPausedLinesHandler(deps: MoveDeps) {
  return (): Promise<void> => reconcilePausedLines(deps);
}

/** The backoff of failed subscriptions lives as long as the worker, across runs of the job. */
export function makeInvoicesHandler({ db, log }: Omit<InvoicingDeps, 'backoff'>) {
  const deps = { db, log, backoff: createFailureBackoff() };
  return async (): Promise<void> => {
    await makeInvoices(deps);
  };
}

export function markOverdueHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await markOverdue(db);
  };
}

export function expirePaymentMethodsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await expirePaymentMethods(db);
  };
}

export function purgeUsageRecordsHandler({
  db,
  archiveFolder,
}: {
  readonly db: Db;
  readonly archiveFolder?: string | undefined;
}) {
  return async (): Promise<void> => {
    await purgeUsageRecords(db, archiveFolder);
  };
}
