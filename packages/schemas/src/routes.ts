import { brokerRoutes } from './brokers/routes.ts';
import { bulkOperationRoutes } from './bulk-operations/routes.ts';
import { changeOfferRoute } from './catalog/change-offer.route.ts';
import { createOfferRoute } from './catalog/create-offer.route.ts';
import { findOfferVersionRoute } from './catalog/find-offer-version.route.ts';
import { getOfferRoute } from './catalog/get-offer.route.ts';
import { getOfferVersionRoute } from './catalog/get-offer-version.route.ts';
import { listOfferVersionsRoute } from './catalog/list-offer-versions.route.ts';
import { listOffersRoute } from './catalog/list-offers.route.ts';
import { publishOfferVersionRoute } from './catalog/publish-offer-version.route.ts';
import { anonymiseHolderRoute } from './holders/anonymise-holder.route.ts';
import { changeHolderRoute } from './holders/change-holder.route.ts';
import { createHolderRoute } from './holders/create-holder.route.ts';
import { getHolderRoute } from './holders/get-holder.route.ts';
import { listHoldersRoute } from './holders/list-holders.route.ts';
import { changePoolRoute } from './inventory/change-pool.route.ts';
import { changeResourceRoute } from './inventory/change-resource.route.ts';
import { createPoolRoute } from './inventory/create-pool.route.ts';
import { createRangeRoute } from './inventory/create-range.route.ts';
import { createReservationRoute } from './inventory/create-reservation.route.ts';
import { createResourceRoute } from './inventory/create-resource.route.ts';
import { createResourceTypeRoute } from './inventory/create-resource-type.route.ts';
import { deletePoolRoute } from './inventory/delete-pool.route.ts';
import { deleteRangeRoute } from './inventory/delete-range.route.ts';
import { extendReservationRoute } from './inventory/extend-reservation.route.ts';
import { getPoolRoute } from './inventory/get-pool.route.ts';
import { getRangeRoute } from './inventory/get-range.route.ts';
import { getReservationRoute } from './inventory/get-reservation.route.ts';
import { getResourceRoute } from './inventory/get-resource.route.ts';
import { importResourcesRoute } from './inventory/import-resources.route.ts';
import { listPoolEventsRoute } from './inventory/list-pool-events.route.ts';
import { listPoolResourcesRoute } from './inventory/list-pool-resources.route.ts';
import { listPoolsRoute } from './inventory/list-pools.route.ts';
import { listRangeEventsRoute } from './inventory/list-range-events.route.ts';
import { listRangesRoute } from './inventory/list-ranges.route.ts';
import { listReservationsRoute } from './inventory/list-reservations.route.ts';
import { listResourceAllocationsRoute } from './inventory/list-resource-allocations.route.ts';
import { listResourceEventsRoute } from './inventory/list-resource-events.route.ts';
import { listResourceTypesRoute } from './inventory/list-resource-types.route.ts';
import { listResourcesRoute } from './inventory/list-resources.route.ts';
import { decommissionResourceRoute, recallResourceRoute, resumeResourceRoute, suspendResourceRoute } from './inventory/move-resource.route.ts';
import { releaseReservationRoute } from './inventory/release-reservation.route.ts';
import { approveInvoiceRoute } from './invoices/approve-invoice.route.ts';
import { getInvoiceRoute } from './invoices/get-invoice.route.ts';
import { listInvoiceEventsRoute } from './invoices/list-invoice-events.route.ts';
import { listInvoicesRoute, listSubscriptionInvoicesRoute } from './invoices/list-invoices.route.ts';
import { reissueInvoiceRoute } from './invoices/reissue-invoice.route.ts';
import { voidInvoiceRoute } from './invoices/void-invoice.route.ts';
import { createApiKeyRoute } from './keys/create-api-key.route.ts';
import { getApiKeyRoute } from './keys/get-api-key.route.ts';
import { listApiKeysRoute } from './keys/list-api-keys.route.ts';
import { revokeApiKeyRoute } from './keys/revoke-api-key.route.ts';
import { rollApiKeyRoute } from './keys/roll-api-key.route.ts';
import { activateLineRoute } from './lines/activate-line.route.ts';
import { blockLineRoute } from './lines/block-line.route.ts';
import { changeLineRoute } from './lines/change-line.route.ts';
import { changeNumberRoute } from './lines/change-number.route.ts';
import { createLineRoute } from './lines/create-line.route.ts';
import { deleteLineByVerbRoute, deleteLineRoute } from './lines/delete-line.route.ts';
import { getLineRoute } from './lines/get-line.route.ts';
import { listLineEventsRoute } from './lines/list-line-events.route.ts';
import { listLinesRoute } from './lines/list-lines.route.ts';
import { swapSimRoute } from './lines/swap-sim.route.ts';
import { unblockLineRoute } from './lines/unblock-line.route.ts';
import { getLifecycleRoute } from './meta/get-lifecycle.route.ts';
import { getProblemRoute } from './meta/get-problem.route.ts';
import { listLifecyclesRoute } from './meta/list-lifecycles.route.ts';
import { listOrderTypesRoute } from './meta/list-order-types.route.ts';
import { cancelOrderRoute } from './orders/cancel-order.route.ts';
import { closeOrderRoute } from './orders/close-order.route.ts';
import { getOrderRoute } from './orders/get-order.route.ts';
import { listOrderAttemptsRoute } from './orders/list-order-attempts.route.ts';
import { listOrderEventsRoute } from './orders/list-order-events.route.ts';
import { listOrdersRoute } from './orders/list-orders.route.ts';
import { previewOrderRoute } from './orders/preview-order.route.ts';
import { retryOrderRoute } from './orders/retry-order.route.ts';
import { rollbackOrderRoute } from './orders/rollback-order.route.ts';
import { skipStepRoute } from './orders/skip-step.route.ts';
import { createPaymentMethodRoute } from './payment-methods/create-payment-method.route.ts';
import { getPaymentMethodRoute } from './payment-methods/get-payment-method.route.ts';
import { listPaymentMethodsRoute } from './payment-methods/list-payment-methods.route.ts';
import {
  activatePaymentMethodRoute,
  makeDefaultPaymentMethodRoute,
  removePaymentMethodRoute,
  resumePaymentMethodRoute,
  suspendPaymentMethodRoute,
} from './payment-methods/move-payment-method.route.ts';
import { cancelPaymentRoute } from './payments/cancel-payment.route.ts';
import { getPaymentRoute } from './payments/get-payment.route.ts';
import { listPaymentEventsRoute } from './payments/list-payment-events.route.ts';
import { listPaymentsRoute } from './payments/list-payments.route.ts';
import { notifyPaymentsRoute } from './payments/notify-payments.route.ts';
import { payInvoiceRoute } from './payments/pay-invoice.route.ts';
import { cancelPortInRoute } from './portability/cancel-port-in.route.ts';
import { cancelPortOutRoute } from './portability/cancel-port-out.route.ts';
import { correctPortInRoute } from './portability/correct-port-in.route.ts';
import { createPortInRoute } from './portability/create-port-in.route.ts';
import { createPortOutRoute } from './portability/create-port-out.route.ts';
import { getPortInRoute } from './portability/get-port-in.route.ts';
import { getPortOutRoute } from './portability/get-port-out.route.ts';
import { getPortabilityStatusRoute } from './portability/get-portability-status.route.ts';
import { listPortInEventsRoute } from './portability/list-port-in-events.route.ts';
import { listPortInsRoute } from './portability/list-port-ins.route.ts';
import { listPortOutEventsRoute } from './portability/list-port-out-events.route.ts';
import { listPortOutsRoute } from './portability/list-port-outs.route.ts';
import { notifyPortabilityRoute } from './portability/notify-portability.route.ts';
import { createRefundRoute } from './refunds/create-refund.route.ts';
import { getRefundRoute } from './refunds/get-refund.route.ts';
import { listRefundEventsRoute } from './refunds/list-refund-events.route.ts';
import { listRefundsRoute } from './refunds/list-refunds.route.ts';
import { activateSubscriptionRoute } from './subscriptions/activate-subscription.route.ts';
import { addProductRoute } from './subscriptions/add-product.route.ts';
import { cancelSubscriptionRoute } from './subscriptions/cancel-subscription.route.ts';
import { changeSubscriptionRoute } from './subscriptions/change-subscription.route.ts';
import { createSubscriptionRoute } from './subscriptions/create-subscription.route.ts';
import { getSubscriptionRoute } from './subscriptions/get-subscription.route.ts';
import { joinLineRoute } from './subscriptions/join-line.route.ts';
import { leaveLineRoute } from './subscriptions/leave-line.route.ts';
import { listSubscriptionEventsRoute } from './subscriptions/list-subscription-events.route.ts';
import { listSubscriptionLinesRoute } from './subscriptions/list-subscription-lines.route.ts';
import { listSubscriptionsRoute } from './subscriptions/list-subscriptions.route.ts';
import { pauseSubscriptionRoute } from './subscriptions/pause-subscription.route.ts';
import { removeProductRoute } from './subscriptions/remove-product.route.ts';
import { resumeSubscriptionRoute } from './subscriptions/resume-subscription.route.ts';
import { cancelTaxReceiptRoute } from './tax-receipts/cancel-tax-receipt.route.ts';
import { changeSupplierRoute } from './tax-receipts/change-supplier.route.ts';
import { createSupplierRoute } from './tax-receipts/create-supplier.route.ts';
import { createTaxReceiptRoute } from './tax-receipts/create-tax-receipt.route.ts';
import { getSerialNumberRoute } from './tax-receipts/get-serial-number.route.ts';
import { getSupplierRoute } from './tax-receipts/get-supplier.route.ts';
import { getTaxReceiptRoute } from './tax-receipts/get-tax-receipt.route.ts';
import { getTaxReceiptDocumentRoute } from './tax-receipts/get-tax-receipt-document.route.ts';
import { issueTaxReceiptRoute } from './tax-receipts/issue-tax-receipt.route.ts';
import { listSerialNumbersRoute } from './tax-receipts/list-serial-numbers.route.ts';
import { listSuppliersRoute } from './tax-receipts/list-suppliers.route.ts';
import { listTaxReceiptEventsRoute } from './tax-receipts/list-tax-receipt-events.route.ts';
import { listTaxReceiptsRoute } from './tax-receipts/list-tax-receipts.route.ts';
import { askPartnerAgainRoute } from './unanswered-calls/ask-again.route.ts';
import { decideUnansweredCallRoute } from './unanswered-calls/decide.route.ts';
import { getUnansweredCallRoute } from './unanswered-calls/get-unanswered-call.route.ts';
import { listUnansweredCallsRoute } from './unanswered-calls/list-unanswered-calls.route.ts';
import { addCreditRoute } from './usage/add-credit.route.ts';
import { getBalancesRoute } from './usage/get-balances.route.ts';
import { getConsumptionRoute } from './usage/get-consumption.route.ts';
import { recordUsageRoute } from './usage/record-usage.route.ts';

/** Every operation of the interface, in the order in which the document shows them. */
export const routes = [
  listLinesRoute,
  createLineRoute,
  getLineRoute,
  changeLineRoute,
  activateLineRoute,
  blockLineRoute,
  unblockLineRoute,
  swapSimRoute,
  changeNumberRoute,
  deleteLineRoute,
  deleteLineByVerbRoute,
  listLineEventsRoute,
  listResourceTypesRoute,
  createResourceTypeRoute,
  listPoolsRoute,
  createPoolRoute,
  getPoolRoute,
  changePoolRoute,
  deletePoolRoute,
  listRangesRoute,
  createRangeRoute,
  getRangeRoute,
  listRangeEventsRoute,
  deleteRangeRoute,
  listPoolResourcesRoute,
  listPoolEventsRoute,
  createResourceRoute,
  importResourcesRoute,
  listResourcesRoute,
  getResourceRoute,
  changeResourceRoute,
  listResourceAllocationsRoute,
  listResourceEventsRoute,
  suspendResourceRoute,
  resumeResourceRoute,
  decommissionResourceRoute,
  recallResourceRoute,
  listReservationsRoute,
  createReservationRoute,
  getReservationRoute,
  extendReservationRoute,
  releaseReservationRoute,
  ...bulkOperationRoutes,
  recordUsageRoute,
  getBalancesRoute,
  getConsumptionRoute,
  addCreditRoute,
  listPaymentMethodsRoute,
  createPaymentMethodRoute,
  getPaymentMethodRoute,
  activatePaymentMethodRoute,
  suspendPaymentMethodRoute,
  resumePaymentMethodRoute,
  makeDefaultPaymentMethodRoute,
  removePaymentMethodRoute,
  payInvoiceRoute,
  listPaymentsRoute,
  getPaymentRoute,
  listPaymentEventsRoute,
  cancelPaymentRoute,
  createRefundRoute,
  listRefundsRoute,
  getRefundRoute,
  listRefundEventsRoute,
  notifyPaymentsRoute,
  listHoldersRoute,
  createHolderRoute,
  getHolderRoute,
  changeHolderRoute,
  anonymiseHolderRoute,
  listSuppliersRoute,
  createSupplierRoute,
  getSupplierRoute,
  changeSupplierRoute,
  listSerialNumbersRoute,
  getSerialNumberRoute,
  listTaxReceiptsRoute,
  createTaxReceiptRoute,
  getTaxReceiptRoute,
  getTaxReceiptDocumentRoute,
  listTaxReceiptEventsRoute,
  listSubscriptionInvoicesRoute,
  listInvoicesRoute,
  getInvoiceRoute,
  listInvoiceEventsRoute,
  approveInvoiceRoute,
  voidInvoiceRoute,
  reissueInvoiceRoute,
  listOffersRoute,
  createOfferRoute,
  getOfferRoute,
  changeOfferRoute,
  listOfferVersionsRoute,
  publishOfferVersionRoute,
  getOfferVersionRoute,
  findOfferVersionRoute,
  issueTaxReceiptRoute,
  cancelTaxReceiptRoute,
  listSubscriptionsRoute,
  createSubscriptionRoute,
  getSubscriptionRoute,
  changeSubscriptionRoute,
  listSubscriptionEventsRoute,
  activateSubscriptionRoute,
  pauseSubscriptionRoute,
  resumeSubscriptionRoute,
  cancelSubscriptionRoute,
  addProductRoute,
  removeProductRoute,
  listSubscriptionLinesRoute,
  joinLineRoute,
  leaveLineRoute,
  listPortInsRoute,
  createPortInRoute,
  getPortInRoute,
  listPortInEventsRoute,
  cancelPortInRoute,
  correctPortInRoute,
  getPortabilityStatusRoute,
  notifyPortabilityRoute,
  listPortOutsRoute,
  createPortOutRoute,
  getPortOutRoute,
  cancelPortOutRoute,
  listPortOutEventsRoute,
  listOrdersRoute,
  previewOrderRoute,
  getOrderRoute,
  listOrderAttemptsRoute,
  listOrderEventsRoute,
  cancelOrderRoute,
  retryOrderRoute,
  rollbackOrderRoute,
  skipStepRoute,
  closeOrderRoute,
  listUnansweredCallsRoute,
  getUnansweredCallRoute,
  askPartnerAgainRoute,
  decideUnansweredCallRoute,
  ...brokerRoutes,
  listApiKeysRoute,
  createApiKeyRoute,
  getApiKeyRoute,
  rollApiKeyRoute,
  revokeApiKeyRoute,
  listLifecyclesRoute,
  getLifecycleRoute,
  listOrderTypesRoute,
  getProblemRoute,
] as const;
