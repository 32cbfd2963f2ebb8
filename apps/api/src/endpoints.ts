import type { Endpoint } from '@linework/http/implement';
import { brokerEndpoints } from './brokers/endpoints.ts';
import { bulkOperationEndpoints } from './bulk-operations/endpoints.ts';
import { changeOffer } from './catalog/change-offer.ts';
import { createOffer } from './catalog/create-offer.ts';
import { getOffer } from './catalog/get-offer.ts';
import { findOfferVersion, getOfferVersion } from './catalog/get-offer-version.ts';
import { listOfferVersions } from './catalog/list-offer-versions.ts';
import { listOffers } from './catalog/list-offers.ts';
import { publishOfferVersion } from './catalog/publish-offer-version.ts';
import type { Deps } from './deps.ts';
import { anonymiseHolder } from './holders/anonymise-holder.ts';
import { changeHolder } from './holders/change-holder.ts';
import { createHolder } from './holders/create-holder.ts';
import { getHolder } from './holders/get-holder.ts';
import { listHolders } from './holders/list-holders.ts';
import { changePool } from './inventory/change-pool.ts';
import { changeResource } from './inventory/change-resource.ts';
import { createPool } from './inventory/create-pool.ts';
import { createRange } from './inventory/create-range.ts';
import { createReservation } from './inventory/create-reservation.ts';
import { createResource } from './inventory/create-resource.ts';
import { createResourceType } from './inventory/create-resource-type.ts';
import { deletePool } from './inventory/delete-pool.ts';
import { deleteRange } from './inventory/delete-range.ts';
import { extendReservation } from './inventory/extend-reservation.ts';
import { getPool } from './inventory/get-pool.ts';
import { getRange } from './inventory/get-range.ts';
import { getReservation } from './inventory/get-reservation.ts';
import { getResource } from './inventory/get-resource.ts';
import { importResources } from './inventory/import-resources.ts';
import { listPoolEvents } from './inventory/list-pool-events.ts';
import { listPoolResources } from './inventory/list-pool-resources.ts';
import { listPools } from './inventory/list-pools.ts';
import { listRangeEvents } from './inventory/list-range-events.ts';
import { listRanges } from './inventory/list-ranges.ts';
import { listReservations } from './inventory/list-reservations.ts';
import { listResourceAllocations } from './inventory/list-resource-allocations.ts';
import { listResourceEvents } from './inventory/list-resource-events.ts';
import { listResourceTypes } from './inventory/list-resource-types.ts';
import { listResources } from './inventory/list-resources.ts';
import { decommissionResource, recallResource, resumeResource, suspendResource } from './inventory/move-resource.ts';
import { releaseReservation } from './inventory/release-reservation.ts';
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
import { listLines } from './lines/list-lines.ts';
import { swapSim } from './lines/swap-sim.ts';
import { unblockLine } from './lines/unblock-line.ts';
import { getLifecycle } from './meta/get-lifecycle.ts';
import { getProblem } from './meta/get-problem.ts';
import { listLifecycles } from './meta/list-lifecycles.ts';
import { listOrderTypes } from './meta/list-order-types.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { closeOrder } from './orders/close-order.ts';
import { getOrder } from './orders/get-order.ts';
import { listOrderAttempts } from './orders/list-order-attempts.ts';
import { listOrderEvents } from './orders/list-order-events.ts';
import { listOrders } from './orders/list-orders.ts';
import { previewOrder } from './orders/preview-order.ts';
import { retryOrder } from './orders/retry-order.ts';
import { rollbackOrder } from './orders/rollback-order.ts';
import { skipStep } from './orders/skip-step.ts';
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
import { createRefund } from './refunds/create-refund.ts';
import { getRefund } from './refunds/get-refund.ts';
import { listRefundEvents } from './refunds/list-refund-events.ts';
import { listRefunds } from './refunds/list-refunds.ts';
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

/** Every operation with what it does, in the order of `schemas/routes.ts`. */
export const endpoints: readonly Endpoint<Deps>[] = [
  listLines,
  createLine,
  getLine,
  changeLine,
  activateLine,
  blockLine,
  unblockLine,
  swapSim,
  changeNumber,
  deleteLine,
  deleteLineByVerb,
  listLineEvents,
  listResourceTypes,
  createResourceType,
  listPools,
  createPool,
  getPool,
  changePool,
  deletePool,
  listRanges,
  createRange,
  getRange,
  listRangeEvents,
  deleteRange,
  listPoolResources,
  listPoolEvents,
  createResource,
  importResources,
  listResources,
  getResource,
  changeResource,
  listResourceAllocations,
  listResourceEvents,
  suspendResource,
  resumeResource,
  decommissionResource,
  recallResource,
  listReservations,
  createReservation,
  getReservation,
  extendReservation,
  releaseReservation,
  ...bulkOperationEndpoints,
  recordUsage,
  getBalances,
  getConsumption,
  addCredit,
  listPaymentMethods,
  createPaymentMethod,
  getPaymentMethod,
  activatePaymentMethod,
  suspendPaymentMethod,
  resumePaymentMethod,
  makeDefaultPaymentMethod,
  removePaymentMethod,
  payInvoice,
  listPayments,
  getPayment,
  listPaymentEvents,
  cancelPayment,
  createRefund,
  listRefunds,
  getRefund,
  listRefundEvents,
  notifyPayments,
  listHolders,
  createHolder,
  getHolder,
  changeHolder,
  anonymiseHolder,
  listSuppliers,
  createSupplier,
  getSupplier,
  changeSupplier,
  listSerialNumbers,
  getSerialNumber,
  listTaxReceipts,
  createTaxReceipt,
  getTaxReceipt,
  getTaxReceiptDocument,
  listTaxReceiptEvents,
  listSubscriptionInvoices,
  listInvoices,
  getInvoice,
  listInvoiceEvents,
  approveInvoice,
  voidInvoice,
  reissueInvoice,
  listOffers,
  createOffer,
  getOffer,
  changeOffer,
  listOfferVersions,
  publishOfferVersion,
  getOfferVersion,
  findOfferVersion,
  issueTaxReceipt,
  cancelTaxReceipt,
  listSubscriptions,
  createSubscription,
  getSubscription,
  changeSubscription,
  listSubscriptionEvents,
  activateSubscription,
  pauseSubscription,
  resumeSubscription,
  cancelSubscription,
  addProduct,
  removeProduct,
  listSubscriptionLines,
  joinLine,
  leaveLine,
  listPortIns,
  createPortIn,
  getPortIn,
  listPortInEvents,
  cancelPortIn,
  correctPortIn,
  getPortabilityStatus,
  notifyPortability,
  listPortOuts,
  createPortOut,
  getPortOut,
  cancelPortOut,
  listPortOutEvents,
  listOrders,
  previewOrder,
  getOrder,
  listOrderAttempts,
  listOrderEvents,
  cancelOrder,
  retryOrder,
  rollbackOrder,
  skipStep,
  closeOrder,
  listUnansweredCalls,
  getUnansweredCall,
  askPartnerAgain,
  decideUnansweredCall,
  ...brokerEndpoints,
  listApiKeys,
  createApiKey,
  getApiKey,
  rollApiKey,
  revokeApiKey,
  listLifecycles,
  getLifecycle,
  listOrderTypes,
  getProblem,
];
