import { impossibleRequest } from '@linework/problem-details/make-problem';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import type { DocumentModel } from '@linework/schemas/tax-receipts/tax-receipt';
import { collectionSlip } from '@linework/tax-documents/collection-slip';
import type { Receipt, Subscriber } from '@linework/tax-documents/receipt';
import { addDays, civilDay, dayOf } from '../billing/civil-day.ts';
import { centsOf } from '../billing/money.ts';
import type { BilledInvoice } from './billed-invoice.ts';
import { classificationOf } from './classification.ts';
import { customerOf, nationalNumber } from './customer-of-receipt.ts';
import { type BilledLine, itemsOfInvoice } from './items-of-invoice.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { issuerOf } from './tax-address.ts';

export interface DrawnUp {
  readonly documentModel: DocumentModel;
  readonly environment: Receipt['environment'];
  readonly supplier: Supplier;
  readonly invoice: BilledInvoice;
}

/** A collector that FEBRABAN has not given a code to; its slips can be read and not paid. */
const noCollector = '0000';

/** A slip has eleven digits for it. */
const mostCents = 99_999_999_999n;

/** What is on the receipt of an invoice, as supplier, holder and invoice are now. Raises 422 for one whose total has no room on a slip. */
export function drawUp({ documentModel, environment, supplier, invoice }: DrawnUp): ReceiptContent {
  const customer = customerOf(invoice.customer);
  const supplierState = supplier.address.state;
  const { regime } = supplier;
  return {
    documentModel,
    environment,
    issuer: issuerOf(supplier),
    customer,
    subscriber: subscriberOf(invoice, customer.address?.state ?? supplierState),
    items: itemsOfInvoice(linesOf(invoice), { regime, supplierState, customerState: customer.address?.state ?? supplierState }),
    billing: billingOf(invoice, supplier),
    notes: notesOf(documentModel, regime),
  };
}

/** Law 9.998/2000 (article 9) and law 10.052/2000 want to be told apart from the price. */
const withFunds = 'Contribuições ao FUST (1%) e ao FUNTTEL (0,5%) do valor dos serviços, não repassadas às tarifas.';
const simple = 'Documento emitido por empresa optante pelo Simples Nacional.';

function notesOf(model: DocumentModel, regime: Supplier['regime']): readonly string[] {
  if (model === 'DEBIT_RECEIPT') return [];
  return regime === 'NORMAL' ? [withFunds] : [simple];
}

function linesOf({ lines, subscription }: BilledInvoice): readonly BilledLine[] {
  const products = new Map(subscription.products.map(({ id, content }) => [id, content as unknown as CatalogProduct]));
  return lines.map(({ description, subscriptionProductId, productId, amount }) => {
    const { externalCode, components = [] } = products.get(subscriptionProductId) ?? {};
    const classification = classificationOf(components.map(({ type }) => type));
    return { description, subscriptionProductId, code: externalCode ?? productId, classification, cents: centsOf(amount.toFixed(2)) };
  });
}

function subscriberOf({ customer, subscription }: BilledInvoice, state: PostalAddress['state']): Subscriber {
  const types = new Set(subscription.products.flatMap(({ content }) => (content as unknown as CatalogProduct).components.map(({ type }) => type)));
  const [hasData, speaks] = [types.has('DATA'), types.has('VOICE') || types.has('SMS')];
  return {
    code: shortCode(customer.externalCode, customer.id),
    kind: customer.federalTaxId?.length === 11 ? 'RESIDENTIAL' : 'BUSINESS',
    service: hasData && !speaks ? 'INTERNET' : hasData ? 'SEVERAL' : 'TELEPHONY',
    ...(subscription.activatedAt !== null && { contract: { number: subscription.id.slice(-12), from: civilDay(subscription.activatedAt) } }),
    // A line is taken to be of the state that its holder lives in.
    lines: subscription.lines.map(({ msisdn }) => ({ number: nationalNumber(msisdn) ?? msisdn.replace(/\D/g, ''), state })),
  };
}

/** At most 30 characters without blanks: the holder's own code where it fits, or the 25 that its id makes. */
function shortCode(externalCode: string | null, id: string): string {
  if (externalCode !== null && /^[!-~]{1,30}$/.test(externalCode)) return externalCode;
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}

/** Also what is paid in advance has an invoice with a due date here; NFCom's prepaid services are credits bought without one. */
function billingOf({ id, totalAmount, periodFrom, periodUntil, dueDate, paidAt }: BilledInvoice, { collectorCode }: Supplier): Receipt['billing'] {
  if (centsOf(totalAmount.toFixed(2)) > mostCents) throw impossibleRequest('A receipt has room for 999999999.99 at the most.', { code: 'total-too-high' });
  const reference = String(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 25n);
  return {
    month: dayOf(periodFrom).slice(0, 'YYYY-MM'.length),
    dueOn: dayOf(dueDate ?? periodUntil),
    usedFrom: dayOf(periodFrom),
    usedUntil: addDays(dayOf(periodUntil), -1),
    ...(paidAt !== null && { paidOn: civilDay(paidAt) }),
    slip: collectionSlip({ amount: totalAmount.toFixed(2), collector: collectorCode ?? noCollector, reference }),
  };
}
