import type { Db } from '@linework/db/db';
import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { Log } from '@linework/log/log';
import type { Partners } from '@linework/partners/partners';
import { type PaymentDeps, reconcilePaymentMethods } from '@linework/payments/methods/reconcile-payment-methods';
import { reconcilePayments } from '@linework/payments/reconcile-payments';
import { reconcileRefunds } from '@linework/payments/refunds/reconcile-refunds';
import { pollDuePortIns } from '@linework/portability/port-ins/poll-due-port-ins';
import { pollDuePortOuts } from '@linework/portability/port-outs/poll-due-port-outs';
import type { PortabilityDeps } from '@linework/portability/portability-deps';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { issueWaitingReceipts } from '@linework/tax-receipts/issue-receipt';
import { pollDueReceipts } from '@linework/tax-receipts/poll-due-receipts';

export function askPaymentProviderHandler(deps: PaymentDeps) {
  return async (): Promise<void> => {
    await Promise.all([reconcilePaymentMethods(deps), reconcilePayments(deps), reconcileRefunds(deps)]);
  };
}

interface AskTaxAuthorityDeps extends Pick<EnginePorts<never>, 'log' | 'settings'> {
  readonly db: Pick<Db, 'query' | 'isTransaction'>;
  readonly partners: Pick<Partners, 'taxAuthority'>;
  readonly responseLimitMs?: number | undefined;
}

export function askTaxAuthorityHandler({
  db,
  log,
  responseLimitMs,
  settings: { leaseMs },
  partners: { taxAuthority },
}: AskTaxAuthorityDeps) {
  return async (): Promise<void> => {
    await pollDueReceipts({ db, log, leaseMs, taxAuthority, responseLimitMs });
  };
}

interface IssueWaitingReceiptsDeps {
  readonly db: Db;
  readonly log: Log;
  readonly tax?: TaxSettings | undefined;
}

export function issueWaitingReceiptsHandler({ db, log, tax }: IssueWaitingReceiptsDeps) {
  return async (): Promise<void> => {
    if (tax) await issueWaitingReceipts({ db, log, tax });
  };
}

export function askClearingHouseHandler(deps: PortabilityDeps) {
  return async (): Promise<void> => {
    await Promise.all([pollDuePortIns(deps), pollDuePortOuts(deps)]);
  };
}
