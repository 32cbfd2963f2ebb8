import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { ExpiryObserver } from '@linework/inventory/expiry/expiry-observer';
import type { BulkDeps } from '@linework/lines/bulk-operations/place-bulk-orders';
import type { ReconcileDeps } from '@linework/lines/reconciliation/reconcile-deps';
import type { CompareDeps } from '@linework/move-in/compare';
import type { Partners } from '@linework/partners/partners';
import type { JobHandlers } from '@linework/queue/run-handler';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { Sender } from '@linework/webhooks/sending/create-sender';
import {
  blockPausedLinesHandler,
  endWithoutLinesHandler,
  expirePaymentMethodsHandler,
  makeInvoicesHandler,
  markOverdueHandler,
  moveDueSubscriptionsHandler,
  purgeUsageRecordsHandler,
} from './jobs/billing.ts';
import {
  assignEventPositionsHandler,
  purgeEventPositionsHandler,
  purgeIdempotencyRecordsHandler,
} from './jobs/events.ts';
import { announceLowPoolsHandler, compactPoolCountsHandler, expireResourcesHandler } from './jobs/inventory.ts';
import { advanceMoveInsHandler } from './jobs/move-ins.ts';
import {
  advanceOrderHandler,
  countLinesHandler,
  placeBulkOrdersHandler,
  requeueDueOrdersHandler,
} from './jobs/orders.ts';
import { maintainPartitionsHandler } from './jobs/partitions.ts';
import {
  askClearingHouseHandler,
  askPaymentProviderHandler,
  askTaxAuthorityHandler,
  issueWaitingReceiptsHandler,
} from './jobs/partners.ts';
import { reconcileLinesHandler } from './jobs/reconciliation.ts';
import { deliverWebhooksHandler, type MaintainWebhooksDeps, maintainWebhooksHandler } from './jobs/webhooks.ts';

/** The dependencies of the jobs. `partners` are the external companies other than the network. */
export type WorkerDeps<Systems> = EnginePorts<Systems> &
  BulkDeps & {
    readonly observer: ExpiryObserver;
    /** Reads the register for move-ins; undefined in a worker that compares none. */
    readonly moveIns?: Omit<CompareDeps, 'db'> | undefined;
    /** Reads the register for all lines; undefined in a worker that does not. */
    readonly reconciliation?: Omit<ReconcileDeps, 'db' | 'log'> | undefined;
    readonly partners: Partners;
    /** Signs the receipts that wait for rates; undefined in a worker that issues none. */
    readonly tax?: TaxSettings | undefined;
    /** Sends webhooks; undefined in a worker that cannot open their secrets. */
    readonly webhookSender?: Sender | undefined;
    readonly webhooks?: NonNullable<MaintainWebhooksDeps['webhooks']>;
    /** Where usage records and deliveries are archived before they are deleted. */
    readonly archiveFolder?: string | undefined;
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
  'count-lines': countLinesHandler(engine),
  'advance-move-ins': advanceMoveInsHandler(engine),
  'reconcile-lines': reconcileLinesHandler(engine),
  'ask-payment-provider': askPaymentProviderHandler({ ...engine, paymentProvider: engine.partners.paymentProvider }),
  'expire-payment-methods': expirePaymentMethodsHandler(engine.db),
  'purge-usage-records': purgeUsageRecordsHandler(engine),
  'maintain-partitions': maintainPartitionsHandler(engine),
  'make-invoices': makeInvoicesHandler(engine),
  'mark-overdue': markOverdueHandler(engine.db),
  'ask-tax-authority': askTaxAuthorityHandler(engine),
  'issue-waiting-receipts': issueWaitingReceiptsHandler(engine),
  'deliver-webhooks': deliverWebhooksHandler(engine),
  'maintain-webhooks': maintainWebhooksHandler(engine),
  'ask-clearing-house': askClearingHouseHandler({ ...engine, clearingHouse: engine.partners.clearingHouse }),
});
