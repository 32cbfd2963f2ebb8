import type { Route } from '@linework/http/define-route';
import { listAudit } from './audit/list-audit.ts';
import { getBacklog } from './backlog/get-backlog.ts';
import { changeBroker } from './brokers/change-broker.ts';
import { createBroker } from './brokers/create-broker.ts';
import { getBroker } from './brokers/get-broker.ts';
import { listBrokerEvents } from './brokers/list-broker-events.ts';
import { listBrokers } from './brokers/list-brokers.ts';
import { resumeBroker, suspendBroker } from './brokers/move-broker.ts';
import { approveBulkOperation } from './bulk-operations/approve-bulk-operation.ts';
import { cancelBulkOperation } from './bulk-operations/cancel-bulk-operation.ts';
import { changeBulkOperation } from './bulk-operations/change-bulk-operation.ts';
import { createBulkOperation } from './bulk-operations/create-bulk-operation.ts';
import { getBulkOperation } from './bulk-operations/get-bulk-operation.ts';
import { listBulkItems } from './bulk-operations/list-bulk-items.ts';
import { listBulkOperations } from './bulk-operations/list-bulk-operations.ts';
import { pauseBulkOperation } from './bulk-operations/pause-bulk-operation.ts';
import { previewBulkOperation } from './bulk-operations/preview-bulk-operation.ts';
import { resumeBulkOperation } from './bulk-operations/resume-bulk-operation.ts';
import { changeOffer } from './catalog/change-offer.ts';
import { createOffer } from './catalog/create-offer.ts';
import { getOffer } from './catalog/get-offer.ts';
import { findOfferVersion, getOfferVersion } from './catalog/get-offer-version.ts';
import { listOfferVersions } from './catalog/list-offer-versions.ts';
import { listOffers } from './catalog/list-offers.ts';
import { publishOfferVersion } from './catalog/publish-offer-version.ts';
import { defineInterface } from './define-interface.ts';
import { getEvent } from './events/get-event.ts';
import { listEventTypes } from './events/list-event-types.ts';
import { listEvents } from './events/list-events.ts';
import { streamEvents } from './events/stream-events.ts';
import { anonymiseHolder } from './holders/anonymise-holder.ts';
import { changeHolder } from './holders/change-holder.ts';
import { createHolder } from './holders/create-holder.ts';
import { getHolder } from './holders/get-holder.ts';
import { listHolders } from './holders/list-holders.ts';
import { changeResource } from './inventory/change-resource.ts';
import { createResource } from './inventory/create-resource.ts';
import { createResourceType } from './inventory/create-resource-type.ts';
import { getPoolSummary } from './inventory/get-pool-summary.ts';
import { getResource } from './inventory/get-resource.ts';
import { importResources } from './inventory/import-resources.ts';
import { listResourceAllocations } from './inventory/list-resource-allocations.ts';
import { listResourceEvents } from './inventory/list-resource-events.ts';
import { listResourceTypes } from './inventory/list-resource-types.ts';
import { listResources } from './inventory/list-resources.ts';
import { decommissionResource, recallResource, resumeResource, suspendResource } from './inventory/move-resource.ts';
import { changePool } from './inventory/pools/change-pool.ts';
import { createPool } from './inventory/pools/create-pool.ts';
import { deletePool } from './inventory/pools/delete-pool.ts';
import { getPool } from './inventory/pools/get-pool.ts';
import { listPoolEvents } from './inventory/pools/list-pool-events.ts';
import { listPoolResources } from './inventory/pools/list-pool-resources.ts';
import { listPools } from './inventory/pools/list-pools.ts';
import { createRange } from './inventory/ranges/create-range.ts';
import { deleteRange } from './inventory/ranges/delete-range.ts';
import { getRange } from './inventory/ranges/get-range.ts';
import { listRangeEvents } from './inventory/ranges/list-range-events.ts';
import { listRanges } from './inventory/ranges/list-ranges.ts';
import { createReservation } from './inventory/reservations/create-reservation.ts';
import { extendReservation } from './inventory/reservations/extend-reservation.ts';
import { getReservation } from './inventory/reservations/get-reservation.ts';
import { listReservations } from './inventory/reservations/list-reservations.ts';
import { releaseReservation } from './inventory/reservations/release-reservation.ts';
import { approveInvoice } from './invoices/approve-invoice.ts';
import { getInvoice } from './invoices/get-invoice.ts';
import { listInvoiceEvents } from './invoices/list-invoice-events.ts';
import { listInvoices, listSubscriptionInvoices } from './invoices/list-invoices.ts';
import { reissueInvoice } from './invoices/reissue-invoice.ts';
import { voidInvoice } from './invoices/void-invoice.ts';
import { createApiKey } from './keys/create-api-key.ts';
import { getApiKey } from './keys/get-api-key.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { rollApiKey } from './keys/roll-api-key.ts';
import { activateLine } from './lines/activate-line.ts';
import { blockLine } from './lines/block-line.ts';
import { changeLine } from './lines/change-line.ts';
import { changeNumber } from './lines/change-number.ts';
import { createLine } from './lines/create-line.ts';
import { deleteLine, deleteLineByVerb } from './lines/delete-line.ts';
import { getLine } from './lines/get-line.ts';
import { listLineEvents } from './lines/list-line-events.ts';
import { listLineResources } from './lines/list-line-resources.ts';
import { listLines } from './lines/list-lines.ts';
import { swapSim } from './lines/swap-sim.ts';
import { unblockLine } from './lines/unblock-line.ts';
import { getLifecycle } from './meta/get-lifecycle.ts';
import { getProblem } from './meta/get-problem.ts';
import { listLifecycles } from './meta/list-lifecycles.ts';
import { listOrderTypes } from './meta/list-order-types.ts';
import { changeOperator } from './operators/change-operator.ts';
import { createOperator } from './operators/create-operator.ts';
import { getOperator } from './operators/get-operator.ts';
import { listOperators } from './operators/list-operators.ts';
import { disableOperator, enableOperator, resetOperatorPassword } from './operators/move-operator.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { closeOrder } from './orders/close-order.ts';
import { explainOrder } from './orders/explain-order.ts';
import { getOrder } from './orders/get-order.ts';
import { getOrderReport } from './orders/get-order-report.ts';
import { listOrderAttempts } from './orders/list-order-attempts.ts';
import { listOrderEvents } from './orders/list-order-events.ts';
import { listOrderGroups } from './orders/list-order-groups.ts';
import { listOrders } from './orders/list-orders.ts';
import { notifyOrders } from './orders/notify-orders.ts';
import { previewOrder } from './orders/preview-order.ts';
import { retryOrder } from './orders/retry-order.ts';
import { rollbackOrder } from './orders/rollback-order.ts';
import { skipStep } from './orders/skip-step.ts';
import { createPause } from './pauses/create-pause.ts';
import { endPause } from './pauses/end-pause.ts';
import { getPause } from './pauses/get-pause.ts';
import { listPauses } from './pauses/list-pauses.ts';
import { createPaymentMethod } from './payment-methods/create-payment-method.ts';
import { getPaymentMethod } from './payment-methods/get-payment-method.ts';
import { listPaymentMethods } from './payment-methods/list-payment-methods.ts';
import {
  activatePaymentMethod,
  makeDefaultPaymentMethod,
  removePaymentMethod,
  resumePaymentMethod,
  suspendPaymentMethod,
} from './payment-methods/move-payment-method.ts';
import { cancelPayment } from './payments/cancel-payment.ts';
import { getPayment } from './payments/get-payment.ts';
import { listPaymentEvents } from './payments/list-payment-events.ts';
import { listPayments } from './payments/list-payments.ts';
import { notifyPayments } from './payments/notify-payments.ts';
import { payInvoice } from './payments/pay-invoice.ts';
import { cancelPortIn } from './portability/cancel-port-in.ts';
import { cancelPortOut } from './portability/cancel-port-out.ts';
import { correctPortIn } from './portability/correct-port-in.ts';
import { createPortIn } from './portability/create-port-in.ts';
import { createPortOut } from './portability/create-port-out.ts';
import { getPortIn } from './portability/get-port-in.ts';
import { getPortOut } from './portability/get-port-out.ts';
import { getPortabilityStatus } from './portability/get-portability-status.ts';
import { listPortInEvents } from './portability/list-port-in-events.ts';
import { listPortIns } from './portability/list-port-ins.ts';
import { listPortOutEvents } from './portability/list-port-out-events.ts';
import { listPortOuts } from './portability/list-port-outs.ts';
import { notifyPortability } from './portability/notify-portability.ts';
import { getQueues } from './queues/get-queues.ts';
import { createRefund } from './refunds/create-refund.ts';
import { getRefund } from './refunds/get-refund.ts';
import { listRefundEvents } from './refunds/list-refund-events.ts';
import { listRefunds } from './refunds/list-refunds.ts';
import { changeSavedView } from './saved-views/change-saved-view.ts';
import { createSavedView } from './saved-views/create-saved-view.ts';
import { deleteSavedView } from './saved-views/delete-saved-view.ts';
import { getSavedView } from './saved-views/get-saved-view.ts';
import { listSavedViews } from './saved-views/list-saved-views.ts';
import { searchRecords } from './search/search-records.ts';
import { activateSubscription } from './subscriptions/activate-subscription.ts';
import { addProduct } from './subscriptions/add-product.ts';
import { cancelSubscription } from './subscriptions/cancel-subscription.ts';
import { changeSubscription } from './subscriptions/change-subscription.ts';
import { createSubscription } from './subscriptions/create-subscription.ts';
import { getSubscription } from './subscriptions/get-subscription.ts';
import { joinLine } from './subscriptions/join-line.ts';
import { leaveLine } from './subscriptions/leave-line.ts';
import { listSubscriptionEvents } from './subscriptions/list-subscription-events.ts';
import { listSubscriptionLines } from './subscriptions/list-subscription-lines.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { pauseSubscription } from './subscriptions/pause-subscription.ts';
import { removeProduct } from './subscriptions/remove-product.ts';
import { resumeSubscription } from './subscriptions/resume-subscription.ts';
import { addTaxRates } from './tax-receipts/add-tax-rates.ts';
import { cancelTaxReceipt } from './tax-receipts/cancel-tax-receipt.ts';
import { changeSupplier } from './tax-receipts/change-supplier.ts';
import { createSupplier } from './tax-receipts/create-supplier.ts';
import { createTaxReceipt } from './tax-receipts/create-tax-receipt.ts';
import { getSerialNumber } from './tax-receipts/get-serial-number.ts';
import { getSupplier } from './tax-receipts/get-supplier.ts';
import { getTaxReceipt } from './tax-receipts/get-tax-receipt.ts';
import { getTaxReceiptDocument } from './tax-receipts/get-tax-receipt-document.ts';
import { issueTaxReceipt } from './tax-receipts/issue-tax-receipt.ts';
import { listSerialNumbers } from './tax-receipts/list-serial-numbers.ts';
import { listSuppliers } from './tax-receipts/list-suppliers.ts';
import { listTaxRates } from './tax-receipts/list-tax-rates.ts';
import { listTaxReceiptEvents } from './tax-receipts/list-tax-receipt-events.ts';
import { listTaxReceipts } from './tax-receipts/list-tax-receipts.ts';
import { askPartnerAgain } from './unanswered-calls/ask-partner-again.ts';
import { decideUnansweredCall } from './unanswered-calls/decide-unanswered-call.ts';
import { getUnansweredCall } from './unanswered-calls/get-unanswered-call.ts';
import { listUnansweredCalls } from './unanswered-calls/list-unanswered-calls.ts';
import { addCredit } from './usage/add-credit.ts';
import { getBalances } from './usage/get-balances.ts';
import { getConsumption } from './usage/get-consumption.ts';
import { recordUsage } from './usage/record-usage.ts';
import { changeWebhookEndpoint } from './webhooks/change-webhook-endpoint.ts';
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts';
import { getWebhookDelivery } from './webhooks/get-webhook-delivery.ts';
import { getWebhookEndpoint } from './webhooks/get-webhook-endpoint.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhookEndpoints } from './webhooks/list-webhook-endpoints.ts';
import { listWebhookKeys } from './webhooks/list-webhook-keys.ts';
import { disableWebhookEndpoint, enableWebhookEndpoint } from './webhooks/move-webhook-endpoint.ts';
import { replayWebhookEvents } from './webhooks/replay-webhook-events.ts';
import { resendWebhookDelivery } from './webhooks/resend-webhook-delivery.ts';
import { rollWebhookSecret } from './webhooks/roll-webhook-secret.ts';
import { testWebhookEndpoint } from './webhooks/test-webhook-endpoint.ts';

/**
 * The interface: every path, and under it what answers each method. This is the only list. The router, the OpenAPI document and the
 * tests are made from it. An endpoint under another method or path than its contract names does not compile.
 */
export const endpoints = defineInterface({
  '/lines': {
    get: listLines,
    post: createLine,
    '/{id}': {
      get: getLine,
      post: deleteLine,
      patch: changeLine,
      delete: deleteLineByVerb,
      '/activate': { post: activateLine },
      '/block': { post: blockLine },
      '/unblock': { post: unblockLine },
      '/sim-swap': { post: swapSim },
      '/number-change': { post: changeNumber },
      '/events': { get: listLineEvents },
      '/resources': { get: listLineResources },
    },
    '/{lineId}/products/{productId}': {
      '/balances': { get: getBalances },
      '/consumption': { get: getConsumption },
      '/credits': { post: addCredit },
    },
  },
  '/inventory': {
    '/types': { get: listResourceTypes, post: createResourceType },
    '/pools': {
      get: listPools,
      post: createPool,
      '/{poolId}': {
        get: getPool,
        patch: changePool,
        delete: deletePool,
        '/summary': { get: getPoolSummary },
        '/resources': {
          get: listPoolResources,
          post: createResource,
          '/import': { post: importResources },
        },
        '/events': { get: listPoolEvents },
      },
    },
    '/ranges': {
      get: listRanges,
      post: createRange,
      '/{id}': {
        get: getRange,
        delete: deleteRange,
        '/events': { get: listRangeEvents },
      },
    },
    '/resources': {
      get: listResources,
      '/{id}': {
        get: getResource,
        patch: changeResource,
        '/allocations': { get: listResourceAllocations },
        '/events': { get: listResourceEvents },
        '/suspend': { post: suspendResource },
        '/resume': { post: resumeResource },
        '/decommission': { post: decommissionResource },
        '/recall': { post: recallResource },
      },
    },
    '/reservations': {
      get: listReservations,
      post: createReservation,
      '/{id}': {
        get: getReservation,
        '/extend': { post: extendReservation },
        '/release': { post: releaseReservation },
      },
    },
  },
  '/bulk-operations': {
    get: listBulkOperations,
    post: createBulkOperation,
    '/{id}': {
      get: getBulkOperation,
      patch: changeBulkOperation,
      '/items': { get: listBulkItems },
      '/approve': { post: approveBulkOperation },
      '/pause': { post: pauseBulkOperation },
      '/resume': { post: resumeBulkOperation },
      '/cancel': { post: cancelBulkOperation },
    },
  },
  '/bulk-operation-previews': { post: previewBulkOperation },
  '/usage/records': { post: recordUsage },
  '/payment-methods': {
    get: listPaymentMethods,
    post: createPaymentMethod,
    '/{id}': {
      get: getPaymentMethod,
      delete: removePaymentMethod,
      '/activate': { post: activatePaymentMethod },
      '/suspend': { post: suspendPaymentMethod },
      '/resume': { post: resumePaymentMethod },
      '/default': { post: makeDefaultPaymentMethod },
    },
  },
  '/invoices': {
    get: listInvoices,
    '/{id}': {
      get: getInvoice,
      '/pay': { post: payInvoice },
      '/events': { get: listInvoiceEvents },
      '/approve': { post: approveInvoice },
      '/void': { post: voidInvoice },
      '/reissue': { post: reissueInvoice },
    },
  },
  '/payments': {
    get: listPayments,
    '/{id}': {
      get: getPayment,
      '/events': { get: listPaymentEvents },
      '/cancel': { post: cancelPayment },
      '/refunds': { post: createRefund },
    },
    '/notifications': { post: notifyPayments },
  },
  '/refunds': {
    get: listRefunds,
    '/{id}': {
      get: getRefund,
      '/events': { get: listRefundEvents },
    },
  },
  '/holders': {
    get: listHolders,
    post: createHolder,
    '/{id}': {
      get: getHolder,
      patch: changeHolder,
      '/anonymise': { post: anonymiseHolder },
    },
  },
  '/tax-rates': { get: listTaxRates, post: addTaxRates },
  '/suppliers': {
    get: listSuppliers,
    post: createSupplier,
    '/{id}': { get: getSupplier, patch: changeSupplier },
  },
  '/serial-numbers': {
    get: listSerialNumbers,
    '/{id}': { get: getSerialNumber },
  },
  '/tax-receipts': {
    get: listTaxReceipts,
    post: createTaxReceipt,
    '/{id}': {
      get: getTaxReceipt,
      '/document': { get: getTaxReceiptDocument },
      '/events': { get: listTaxReceiptEvents },
      '/issue': { post: issueTaxReceipt },
      '/cancel': { post: cancelTaxReceipt },
    },
  },
  '/subscriptions': {
    get: listSubscriptions,
    post: createSubscription,
    '/{id}': {
      get: getSubscription,
      patch: changeSubscription,
      '/invoices': { get: listSubscriptionInvoices },
      '/events': { get: listSubscriptionEvents },
      '/activate': { post: activateSubscription },
      '/pause': { post: pauseSubscription },
      '/resume': { post: resumeSubscription },
      '/cancel': { post: cancelSubscription },
      '/products': {
        post: addProduct,
        '/{productId}': { delete: removeProduct },
      },
      '/lines': {
        get: listSubscriptionLines,
        post: joinLine,
        '/{lineId}': { delete: leaveLine },
      },
    },
  },
  '/catalog': {
    '/offers': {
      get: listOffers,
      post: createOffer,
      '/{id}': {
        get: getOffer,
        patch: changeOffer,
        '/versions': {
          get: listOfferVersions,
          post: publishOfferVersion,
          '/{versionId}': { get: getOfferVersion },
        },
      },
    },
    '/versions/{versionId}': { get: findOfferVersion },
  },
  '/portability': {
    '/port-ins': {
      get: listPortIns,
      post: createPortIn,
      '/{id}': {
        get: getPortIn,
        '/events': { get: listPortInEvents },
        '/cancel': { post: cancelPortIn },
        '/correct': { post: correctPortIn },
      },
    },
    '/status': { get: getPortabilityStatus },
    '/notifications': { post: notifyPortability },
    '/port-outs': {
      get: listPortOuts,
      post: createPortOut,
      '/{id}': {
        get: getPortOut,
        '/cancel': { post: cancelPortOut },
        '/events': { get: listPortOutEvents },
      },
    },
  },
  '/orders': {
    get: listOrders,
    '/preview': { post: previewOrder },
    '/notifications': { post: notifyOrders },
    '/{orderId}': {
      get: getOrder,
      '/explanation': { get: explainOrder },
      '/attempts': { get: listOrderAttempts },
      '/events': { get: listOrderEvents },
      '/cancel': { post: cancelOrder },
      '/retry': { post: retryOrder },
      '/rollback': { post: rollbackOrder },
      '/steps/{stepId}/skip': { post: skipStep },
      '/close': { post: closeOrder },
    },
  },
  '/search': { get: searchRecords },
  '/audit': { get: listAudit },
  '/order-groups': { get: listOrderGroups },
  '/order-report': { get: getOrderReport },
  '/backlog': { get: getBacklog },
  '/queues': { get: getQueues },
  '/pauses': {
    get: listPauses,
    post: createPause,
    '/{id}': {
      get: getPause,
      '/resume': { post: endPause },
    },
  },
  '/saved-views': {
    get: listSavedViews,
    post: createSavedView,
    '/{id}': { get: getSavedView, patch: changeSavedView, delete: deleteSavedView },
  },
  '/unanswered-calls': {
    get: listUnansweredCalls,
    '/{id}': {
      get: getUnansweredCall,
      '/ask-again': { post: askPartnerAgain },
      '/decide': { post: decideUnansweredCall },
    },
  },
  '/brokers': {
    get: listBrokers,
    post: createBroker,
    '/{id}': {
      get: getBroker,
      patch: changeBroker,
      '/suspend': { post: suspendBroker },
      '/resume': { post: resumeBroker },
      '/events': { get: listBrokerEvents },
    },
  },
  '/events': {
    get: listEvents,
    '/stream': { get: streamEvents },
    '/{id}': { get: getEvent },
  },
  '/event-types': { get: listEventTypes },
  '/api-keys': {
    get: listApiKeys,
    post: createApiKey,
    '/{id}': {
      get: getApiKey,
      delete: revokeApiKey,
      '/roll': { post: rollApiKey },
    },
  },
  '/operators': {
    get: listOperators,
    post: createOperator,
    '/{id}': {
      get: getOperator,
      patch: changeOperator,
      '/disable': { post: disableOperator },
      '/enable': { post: enableOperator },
      '/reset-password': { post: resetOperatorPassword },
    },
  },
  '/lifecycles': {
    get: listLifecycles,
    '/{name}': { get: getLifecycle },
  },
  '/webhook-endpoints': {
    get: listWebhookEndpoints,
    post: createWebhookEndpoint,
    '/{id}': {
      get: getWebhookEndpoint,
      patch: changeWebhookEndpoint,
      delete: deleteWebhookEndpoint,
      '/roll-secret': { post: rollWebhookSecret },
      '/test': { post: testWebhookEndpoint },
      '/enable': { post: enableWebhookEndpoint },
      '/disable': { post: disableWebhookEndpoint },
      '/replays': { post: replayWebhookEvents },
    },
  },
  '/webhook-deliveries': {
    get: listWebhookDeliveries,
    '/{id}': {
      get: getWebhookDelivery,
      '/resend': { post: resendWebhookDelivery },
    },
  },
  '/.well-known/webhook-keys': { get: listWebhookKeys },
  '/order-types': { get: listOrderTypes },
  '/problems/{name}': { get: getProblem },
});

/** The contracts of all endpoints, in the same order. */
export const routes: readonly Route[] = endpoints.map(({ route }) => route);
