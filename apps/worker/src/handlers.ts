import type { BulkDeps } from '@linework/domain/bulk-operations/place-bulk-orders';
import type { Engine } from '@linework/domain/orders/advance-order';
import type { Partners } from '@linework/domain/partners/partners';
import type { JobHandlers } from '@linework/queue/run-job';
import { placeBulkOrdersHandler } from './bulk-operations/place-bulk-orders.job.ts';
import { forgetAnswersHandler } from './idempotency/forget-answers.job.ts';
import { announceLowPoolsHandler } from './inventory/announce-low-pools.job.ts';
import { compactPoolCountsHandler } from './inventory/compact-pool-counts.job.ts';
import { expireResourcesHandler } from './inventory/expire-resources.job.ts';
import { makeInvoicesHandler } from './invoices/make-invoices.job.ts';
import { markOverdueHandler } from './invoices/mark-overdue.job.ts';
import { advanceOrderHandler } from './orders/advance-order.job.ts';
import { ringDueOrdersHandler } from './orders/ring-due-orders.job.ts';
import { expirePaymentMethodsHandler } from './payment-methods/expire-payment-methods.job.ts';
import { askPaymentProviderHandler } from './payments/ask-payment-provider.job.ts';
import { askClearingHouseHandler } from './portability/ask-clearing-house.job.ts';
import { blockPausedLinesHandler } from './subscriptions/block-paused-lines.job.ts';
import { endWithoutLinesHandler } from './subscriptions/end-without-lines.job.ts';
import { moveDueSubscriptionsHandler } from './subscriptions/move-due-subscriptions.job.ts';
import { askTaxAuthorityHandler } from './tax-receipts/ask-tax-authority.job.ts';
import { clearUsageRecordsHandler } from './usage/clear-usage-records.job.ts';

/** What the jobs work with; `partners` are the companies beside the network. */
export type Working = Engine &
  BulkDeps & {
    readonly partners: Partners;
    /** The age at which calls to a partner stop; a day unless told otherwise. */
    readonly answerLimitMs?: number | undefined;
  };

/** Every job and what does it. */
export const handlersOf = (engine: Working): JobHandlers => ({
  'advance-order': advanceOrderHandler(engine),
  'ring-due-orders': ringDueOrdersHandler(engine),
  'forget-answers': forgetAnswersHandler(engine.db),
  'expire-resources': expireResourcesHandler(engine),
  'compact-pool-counts': compactPoolCountsHandler(engine.db),
  'announce-low-pools': announceLowPoolsHandler(engine.db),
  'place-bulk-orders': placeBulkOrdersHandler(engine),
  'move-due-subscriptions': moveDueSubscriptionsHandler(engine),
  'end-without-lines': endWithoutLinesHandler(engine),
  'block-paused-lines': blockPausedLinesHandler(engine),
  'ask-payment-provider': askPaymentProviderHandler({ ...engine, paymentProvider: engine.partners.paymentProvider }),
  'expire-payment-methods': expirePaymentMethodsHandler(engine.db),
  'clear-usage-records': clearUsageRecordsHandler(engine.db),
  'make-invoices': makeInvoicesHandler(engine),
  'mark-overdue': markOverdueHandler(engine.db),
  'ask-tax-authority': askTaxAuthorityHandler(engine),
  'ask-clearing-house': askClearingHouseHandler({ ...engine, clearingHouse: engine.partners.clearingHouse }),
});
