import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { ExpiryObserver } from '@linework/inventory/expiry/expiry-observer';
import type { BulkDeps } from '@linework/lines/bulk-operations/place-bulk-orders';
import type { Partners } from '@linework/partners/partners';
import type { JobHandlers } from '@linework/queue/run-handler';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { Sender } from '@linework/webhooks/sending/create-sender';
import { placeBulkOrdersHandler } from './bulk-operations/place-bulk-orders.job.ts';
import { assignEventPositionsHandler } from './events/assign-event-positions.job.ts';
import { purgeEventPositionsHandler } from './events/purge-event-positions.job.ts';
import { purgeIdempotencyRecordsHandler } from './idempotency/purge-idempotency-records.job.ts';
import { announceLowPoolsHandler } from './inventory/announce-low-pools.job.ts';
import { compactPoolCountsHandler } from './inventory/compact-pool-counts.job.ts';
import { expireResourcesHandler } from './inventory/expire-resources.job.ts';
import { makeInvoicesHandler } from './invoices/make-invoices.job.ts';
import { markOverdueHandler } from './invoices/mark-overdue.job.ts';
import { advanceOrderHandler } from './orders/advance-order.job.ts';
import { requeueDueOrdersHandler } from './orders/requeue-due-orders.job.ts';
import { expirePaymentMethodsHandler } from './payment-methods/expire-payment-methods.job.ts';
import { askPaymentProviderHandler } from './payments/ask-payment-provider.job.ts';
import { askClearingHouseHandler } from './portability/ask-clearing-house.job.ts';
import { blockPausedLinesHandler } from './subscriptions/block-paused-lines.job.ts';
import { endWithoutLinesHandler } from './subscriptions/end-without-lines.job.ts';
import { moveDueSubscriptionsHandler } from './subscriptions/move-due-subscriptions.job.ts';
import { askTaxAuthorityHandler } from './tax-receipts/ask-tax-authority.job.ts';
import { issueWaitingReceiptsHandler } from './tax-receipts/issue-waiting-receipts.job.ts';
import { purgeUsageRecordsHandler } from './usage/purge-usage-records.job.ts';
import { deliverWebhooksHandler } from './webhooks/deliver-webhooks.job.ts';
import { type MaintainWebhooksDeps, maintainWebhooksHandler } from './webhooks/maintain-webhooks.job.ts';

/** The dependencies of the jobs. `partners` are the external companies other than the network. */
export type WorkerDeps<Systems> = EnginePorts<Systems> &
  BulkDeps & {
    readonly observer: ExpiryObserver;
    readonly partners: Partners;
    /** Signs the receipts that wait for rates; undefined in a worker that issues none. */
    readonly tax?: TaxSettings | undefined;
    /** Sends webhooks; undefined in a worker that cannot open their secrets. */
    readonly webhookSender?: Sender | undefined;
    readonly webhooks?: NonNullable<MaintainWebhooksDeps['webhooks']>;
    /** How long events are kept in the feed. The default is 90 days. */
    readonly eventRetentionDays?: number | undefined;
    /** The age after which a record's calls to a partner stop. The default is one day. */
    readonly responseLimitMs?: number | undefined;
  };

/** Creates the handler of each job. */
export const createHandlers = <Systems>(engine: WorkerDeps<Systems>): JobHandlers => ({
  'advance-order': advanceOrderHandler<Systems>(engine),
  'requeue-due-orders': requeueDueOrdersHandler(engine),
  'purge-idempotency-records': purgeIdempotencyRecordsHandler(engine.db),
  'expire-resources': expireResourcesHandler(engine),
  'compact-pool-counts': compactPoolCountsHandler(engine.db),
  'announce-low-pools': announceLowPoolsHandler(engine.db),
  'assign-event-positions': assignEventPositionsHandler(engine.db),
  'purge-event-positions': purgeEventPositionsHandler(engine),
  'place-bulk-orders': placeBulkOrdersHandler(engine),
  'move-due-subscriptions': moveDueSubscriptionsHandler(engine),
  'end-without-lines': endWithoutLinesHandler(engine),
  'block-paused-lines': blockPausedLinesHandler(engine),
  'ask-payment-provider': askPaymentProviderHandler({ ...engine, paymentProvider: engine.partners.paymentProvider }),
  'expire-payment-methods': expirePaymentMethodsHandler(engine.db),
  'purge-usage-records': purgeUsageRecordsHandler(engine.db),
  'make-invoices': makeInvoicesHandler(engine),
  'mark-overdue': markOverdueHandler(engine.db),
  'ask-tax-authority': askTaxAuthorityHandler(engine),
  'issue-waiting-receipts': issueWaitingReceiptsHandler(engine),
  'deliver-webhooks': deliverWebhooksHandler(engine),
  'maintain-webhooks': maintainWebhooksHandler(engine),
  'ask-clearing-house': askClearingHouseHandler({ ...engine, clearingHouse: engine.partners.clearingHouse }),
});
