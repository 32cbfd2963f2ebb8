import { invoiceLifecycle } from '@linework/schemas/lifecycles/invoice.lifecycle';
import { lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { moveInLifecycle } from '@linework/schemas/lifecycles/move-in.lifecycle';
import { paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import { refundLifecycle } from '@linework/schemas/lifecycles/refund.lifecycle';
import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { taxReceiptLifecycle } from '@linework/schemas/lifecycles/tax-receipt.lifecycle';
import { paymentMethodTypes } from '@linework/schemas/payment-methods/payment-method';
import { documentModels } from '@linework/schemas/tax-receipts/tax-receipt';
import { driftKinds } from '@linework/schemas/values/drift-kinds';
import { t } from '../language/translate.ts';
import { type Filter, statusFilter, timeFilters } from './filters.ts';

/** All that `GET /lines` filters by. */
export const lineFilters: readonly Filter[] = [
  statusFilter(lineLifecycle),
  { name: 'msisdn', label: t('Number') },
  { name: 'msisdnPrefix', label: t('First digits of the number') },
  { name: 'iccId', label: t('ICCID') },
  { name: 'externalCode', label: t('External code') },
  { name: 'customerId', label: t('Holder') },
  { name: 'subscriptionId', label: t('Subscription') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  { name: 'drift', label: t('With an open drift'), values: driftKinds },
  { name: 'activatedAtFrom', label: t('Activated since'), values: 'time' },
  { name: 'activatedAtTo', label: t('Activated until'), values: 'time' },
  ...timeFilters,
];

/** All that `GET /holders` filters by. */
export const holderFilters: readonly Filter[] = [
  { name: 'name', label: t('Name') },
  { name: 'federalTaxId', label: t('CPF or CNPJ') },
  { name: 'externalCode', label: t('External code') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  { name: 'anonymised', label: t('Anonymised'), values: 'flag' },
  ...timeFilters,
];

/** All that `GET /subscriptions` filters by. */
export const subscriptionFilters: readonly Filter[] = [
  statusFilter(subscriptionLifecycle),
  { name: 'customerId', label: t('Holder') },
  { name: 'externalCode', label: t('External code') },
  { name: 'isInvoiceLate', label: t('Its invoice is late'), values: 'flag' },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /inventory/resources` filters by. */
export const resourceFilters: readonly Filter[] = [
  statusFilter(resourceLifecycle),
  { name: 'externalCode', label: t('Number or ICCID') },
  { name: 'typeId', label: t('Kind') },
  { name: 'poolId', label: t('Pool') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  { name: 'attributes', label: t('Attributes as JSON') },
  ...timeFilters,
];

const windowFilters: readonly Filter[] = [
  { name: 'opensFrom', label: t('Window opens since'), values: 'time' },
  { name: 'opensTo', label: t('Window opens until'), values: 'time' },
];

/** All that `GET /portability/port-ins` filters by. */
export const portInFilters: readonly Filter[] = [
  statusFilter(portInLifecycle),
  { name: 'msisdn', label: t('Number') },
  { name: 'customerId', label: t('Holder') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...windowFilters,
  ...timeFilters,
];

/** All that `GET /portability/port-outs` filters by. */
export const portOutFilters: readonly Filter[] = [
  statusFilter(portOutLifecycle),
  { name: 'msisdn', label: t('Number') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...windowFilters,
  ...timeFilters,
];

/** All that `GET /invoices` filters by. */
export const invoiceFilters: readonly Filter[] = [
  statusFilter(invoiceLifecycle),
  { name: 'customerId', label: t('Holder') },
  { name: 'subscriptionId', label: t('Subscription') },
  { name: 'dueDateFrom', label: t('Due since'), values: 'day' },
  { name: 'dueDateTo', label: t('Due until'), values: 'day' },
  { name: 'periodFrom', label: t('Period begins since'), values: 'day' },
  { name: 'periodTo', label: t('Period begins until'), values: 'day' },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /payments` filters by. */
export const paymentFilters: readonly Filter[] = [
  statusFilter(paymentLifecycle),
  { name: 'paymentMethodType', label: t('Method'), values: paymentMethodTypes },
  { name: 'amountFrom', label: t('Amount from'), values: 'amount' },
  { name: 'amountTo', label: t('Amount to'), values: 'amount' },
  { name: 'customerId', label: t('Holder') },
  { name: 'invoiceId', label: t('Invoice') },
  { name: 'paymentMethodId', label: t('Payment method') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /refunds` filters by. */
export const refundFilters: readonly Filter[] = [
  statusFilter(refundLifecycle),
  { name: 'paymentId', label: t('Payment') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /tax-receipts` filters by. */
export const taxReceiptFilters: readonly Filter[] = [
  statusFilter(taxReceiptLifecycle),
  { name: 'number', label: t('Number') },
  { name: 'documentModel', label: t('Model'), values: documentModels },
  { name: 'uf', label: t('State') },
  { name: 'waitsForRates', label: t('Waits for tax rates'), values: 'flag' },
  { name: 'customerId', label: t('Holder') },
  { name: 'invoiceId', label: t('Invoice') },
  { name: 'supplierId', label: t('Company that issues it') },
  { name: 'issuedAtFrom', label: t('Issued since'), values: 'time' },
  { name: 'issuedAtTo', label: t('Issued until'), values: 'time' },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /catalog/offers` filters by. */
export const offerFilters: readonly Filter[] = [
  { name: 'name', label: t('Name') },
  { name: 'externalCode', label: t('External code') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  ...timeFilters,
];

/** All that `GET /move-ins` filters by. */
export const moveInFilters: readonly Filter[] = [statusFilter(moveInLifecycle)];
