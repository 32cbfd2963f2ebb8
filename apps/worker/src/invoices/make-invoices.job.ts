import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { type InvoicingDeps, makeInvoices } from '@linework/invoices/make-invoices';

/** The backoff of failed subscriptions lives as long as the worker, across runs of the job. */
export function makeInvoicesHandler({ db, log }: Omit<InvoicingDeps, 'backoff'>) {
  const deps = { db, log, backoff: createFailureBackoff() };
  return async (): Promise<void> => {
    await makeInvoices(deps);
  };
}
