import { type InvoicingDeps, makeInvoices } from '@linework/domain/invoices/make-invoices';
import { setAside } from '@linework/domain/invoices/set-aside';

/** What fails is remembered from one run to the next, for the life of the worker. */
export function makeInvoicesHandler({ db, log }: Omit<InvoicingDeps, 'setAside'>) {
  const deps = { db, log, setAside: setAside() };
  return async (): Promise<void> => {
    await makeInvoices(deps);
  };
}
