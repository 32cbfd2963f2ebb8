import { addDays, toCivilDay, toDay } from '@linework/billing/civil-day';
import { toCents } from '@linework/billing/money';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import type { DocumentModel } from '@linework/schemas/tax-receipts/tax-receipt';
import { findStatesOfNumber } from '@linework/tax-documents/area-codes';
import { buildCollectionSlip } from '@linework/tax-documents/build-collection-slip';
import type { Receipt, ReceiptRates, Subscriber } from '@linework/tax-documents/model/receipt';
import type { State } from '@linework/tax-documents/model/states';
import type { BilledInvoice } from './billed-invoice.ts';
import { buildCustomer, toNationalNumber } from './build-customer.ts';
import { buildItems, type InvoiceLine } from './build-items.ts';
import { classifyProduct } from './classification.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { toIssuer } from './to-tax-address.ts';

export interface ContentInput {
  readonly documentModel: DocumentModel;
  readonly environment: Receipt['environment'];
  readonly supplier: Supplier;
  readonly invoice: BilledInvoice;
  /** Those of the day of the draft. */
  readonly taxRates: ReceiptRates;
}

/** A collector without a code from FEBRABAN; its slips can be read but not paid. */
const noCollector = '0000';

/** A slip has eleven digits for the amount. */
const maxCents = 99_999_999_999n;

/**
 * The content of an invoice's receipt, from supplier, holder and invoice as they are now. Raises 422 when the total
 * does not fit on a slip.
 */
export function buildContent({
  documentModel,
  environment,
  supplier,
  invoice,
  taxRates: { rates },
}: ContentInput): ReceiptContent {
  const customer = buildCustomer(invoice.customer);
  const supplierState = supplier.address.state;
  const { regime } = supplier;
  const subscriber = buildSubscriber(invoice, supplierState);
  const serviceState = subscriber.lines[0]?.state ?? customer.address?.state ?? supplierState;
  return {
    documentModel,
    environment,
    issuer: toIssuer(supplier),
    customer,
    subscriber,
    items: buildItems(buildLines(invoice), { regime, supplierState, serviceState, rates }),
    billing: buildBilling(invoice, supplier),
    notes: buildNotes(documentModel, regime, rates),
  };
}

/** Law 9.998/2000 (article 9) and law 10.052/2000 require these amounts to be shown apart from the price. */
function buildFundsNote(...rates: readonly [fust: string, funttel: string]): string {
  const [fust, funttel] = rates.map((rate) => rate.replace('.', ','));
  const amounts = `Contribuições ao FUST (${fust}%) e ao FUNTTEL (${funttel}%) do valor dos serviços`;
  return `${amounts}, não repassadas às tarifas.`;
}
const simpleRegimeNote = 'Documento emitido por empresa optante pelo Simples Nacional.';

function buildNotes(
  model: DocumentModel,
  regime: Supplier['regime'],
  { FUST: fust, FUNTTEL: funttel }: ReceiptRates['rates'],
): readonly string[] {
  if (model === 'DEBIT_RECEIPT') return [];
  if (regime !== 'NORMAL') return [simpleRegimeNote];
  return fust === undefined || funttel === undefined ? [] : [buildFundsNote(fust, funttel)];
}

function buildLines({ lines, subscription }: BilledInvoice): readonly InvoiceLine[] {
  const products = new Map(subscription.products.map(({ id, content }) => [id, content as unknown as CatalogProduct]));
  return lines.map(({ description, subscriptionProductId, productId, amount }) => {
    const { externalCode, components = [] } = products.get(subscriptionProductId) ?? {};
    const classification = classifyProduct(components.map(({ type }) => type));
    return {
      description,
      subscriptionProductId,
      code: externalCode ?? productId,
      classification,
      cents: toCents(amount.toFixed(2)),
    };
  });
}

function buildSubscriber({ customer, subscription }: BilledInvoice, supplierState: State): Subscriber {
  const types = new Set(
    subscription.products.flatMap(({ content }) =>
      (content as unknown as CatalogProduct).components.map(({ type }) => type),
    ),
  );
  const [hasData, hasVoice] = [types.has('DATA'), types.has('VOICE') || types.has('SMS')];
  return {
    code: shortCode(customer.externalCode, customer.id),
    kind: customer.federalTaxId?.length === 11 ? 'RESIDENTIAL' : 'BUSINESS',
    service: hasData && !hasVoice ? 'INTERNET' : hasData ? 'SEVERAL' : 'TELEPHONY',
    // Rule G34a of the manual: a contract has its number and its beginning.
    contract: {
      number: subscription.id.slice(-12),
      from: toCivilDay(subscription.activatedAt ?? subscription.createdAt),
    },
    lines: subscription.lines.map(({ msisdn }) => buildLine(msisdn, supplierState)),
  };
}

/**
 * The state of a line is that of its area code, wherever its holder lives. An area code of two states counts for the
 * supplier's.
 */
function buildLine(msisdn: string, supplierState: State): Subscriber['lines'][number] {
  const national = toNationalNumber(msisdn);
  if (national === undefined) return { number: msisdn.replace(/\D/g, ''), state: supplierState };
  const states = findStatesOfNumber(national);
  return { number: national, state: states.includes(supplierState) ? supplierState : (states[0] ?? supplierState) };
}

/**
 * At most 30 characters without blanks: the holder's own code if it fits, otherwise 25 characters derived from its id.
 */
function shortCode(externalCode: string | null, id: string): string {
  if (externalCode !== null && /^[!-~]{1,30}$/.test(externalCode)) return externalCode;
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}

/**
 * Prepaid services also have an invoice with a due date here; NFCom's prepaid services are credits bought without one.
 */
function buildBilling(
  { id, totalAmount, periodFrom, periodUntil, dueDate, paidAt }: BilledInvoice,
  { collectorCode }: Supplier,
): Receipt['billing'] {
  if (toCents(totalAmount.toFixed(2)) > maxCents)
    throw unprocessableRequest('A receipt can total at most 999999999.99.', { code: 'total-too-high' });
  const reference = String(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 25n);
  return {
    month: toDay(periodFrom).slice(0, 'YYYY-MM'.length),
    dueOn: toDay(dueDate ?? periodUntil),
    usedFrom: toDay(periodFrom),
    usedUntil: addDays(toDay(periodUntil), -1),
    ...(paidAt !== null && { paidOn: toCivilDay(paidAt) }),
    slip: buildCollectionSlip({ amount: totalAmount.toFixed(2), collector: collectorCode ?? noCollector, reference }),
  };
}
