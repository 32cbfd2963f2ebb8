import { createFailureBackoff } from '@linework/domain/invoices/failure-backoff';
import { type InvoicingDeps, makeInvoices } from '@linework/domain/invoices/make-invoices';

/** What fails is remembered from one run to the next, for the life of the worker. */
export function makeInvoicesHandler({ db, log }: Omit<InvoicingDeps, 'backoff'>) {
  const deps = { db, log, backoff: createFailureBackoff() };
  return async (): Promise<void> => {
    await makeInvoices(deps);
  };
}
