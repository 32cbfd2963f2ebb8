import { findReceiptViolations } from './find-receipt-violations.ts';
import { calculateTotals } from './model/calculate-totals.ts';
import type { Billing, Receipt } from './model/receipt.ts';
import { buildLookupUrl, buildReceiptKey } from './model/receipt-key.ts';
import { toLatinText } from './model/to-latin-text.ts';
import { buildElement, buildTextElement, xmlDeclaration } from './model/xml-element.ts';
import { buildHeaderXml } from './nfcom/build-header-xml.ts';
import { buildIbsCbsTotalsXml } from './nfcom/build-ibs-cbs-xml.ts';
import { buildItemsXml } from './nfcom/build-items-xml.ts';
import { buildCustomerXml, buildIssuerXml, buildSubscriberXml } from './nfcom/build-parties-xml.ts';
import type { RuleViolation } from './rules/rule.ts';
import { type Signer, signXml } from './sign-xml.ts';

/** The namespace of the authority's documents for model 62. */
export const nfcomNamespace = 'http://www.portalfiscal.inf.br/nfcom';
export const nfcomVersion = '1.00';

/** A receipt that cannot be an NFCom 1.00, with all its violations. */
export class InvalidNfcom extends Error {
  readonly violations: readonly RuleViolation[];

  constructor(violations: readonly RuleViolation[]) {
    super(
      `This receipt cannot be an NFCom: ${violations.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
    );
    this.violations = violations;
  }
}

/**
 * The signed NFCom 1.00 of an issued model 62 receipt, valid against nfcom_v1.00.xsd. Throws NotAnNfcom;
 * `findReceiptViolations` finds the same violations beforehand.
 */
export function buildNfcomXml(receipt: Receipt, signer: Signer): string {
  const violations = findReceiptViolations(receipt);
  const { issue, customer } = receipt;
  if (violations.length > 0 || issue === null || customer.address === null) throw new InvalidNfcom(violations);
  const id = `NFCom${buildReceiptKey(receipt, issue)}`;
  const content = [
    buildHeaderXml(receipt, issue, id),
    buildIssuerXml(receipt.issuer),
    buildCustomerXml(customer, customer.address),
    buildSubscriberXml(receipt.subscriber),
    ...buildItemsXml(receipt.items),
    buildTotalsXml(receipt),
    ...buildClosingXml(receipt),
  ];
  const body = buildElement('infNFCom', content, { Id: id, versao: nfcomVersion });
  const supplement = buildElement('infNFComSupl', [buildTextElement('qrCodNFCom', buildLookupUrl(receipt, issue))]);
  const signature = signXml(body, id, nfcomNamespace, signer);
  return `${xmlDeclaration}${buildElement('NFCom', [body, supplement, signature], { xmlns: nfcomNamespace })}`;
}

/** `gFat` and `infAdic`: payment and additional information. */
function buildClosingXml({ billing, notes, fiscalNote }: Receipt): readonly string[] {
  return [billing === null ? '' : buildBillingXml(billing), buildNotesXml(notes, fiscalNote)];
}

function buildBillingXml(billing: Billing): string {
  return buildElement('gFat', [
    buildTextElement('CompetFat', billing.month.replace('-', '')),
    buildTextElement('dVencFat', billing.dueOn),
    buildTextElement('dPerUsoIni', billing.usedFrom),
    buildTextElement('dPerUsoFim', billing.usedUntil),
    buildTextElement('codBarras', billing.slip),
    buildTextElement('codDebAuto', billing.directDebitCode),
    billing.pix === undefined
      ? ''
      : buildElement('gPIX', [buildTextElement('urlQRCodePIX', toLatinText(billing.pix, 2000))]),
  ]);
}

function buildNotesXml(notes: readonly string[], fiscalNote: string | undefined): string {
  if (notes.length === 0 && fiscalNote === undefined) return '';
  const noteElements = notes.map((note) => buildTextElement('infCpl', toLatinText(note, 3000)));
  return buildElement('infAdic', [
    buildTextElement('infAdFisco', fiscalNote === undefined ? undefined : toLatinText(fiscalNote, 2000)),
    ...noteElements,
  ]);
}

/**
 * `total`. vProd is net, as in the items, and vNF is vProd less what is withheld (rule G137 of the manual). No tax is
 * withheld at the source: the items have no field for it.
 */
function buildTotalsXml(receipt: Receipt): string {
  const totals = calculateTotals(receipt);
  return buildElement('total', [
    buildTextElement('vProd', totals.net),
    buildElement('ICMSTot', [
      buildTextElement('vBC', totals.icmsBase),
      buildTextElement('vICMS', totals.icms),
      buildTextElement('vICMSDeson', totals.icmsRelief),
      buildTextElement('vFCP', totals.povertyFund),
    ]),
    buildTextElement('vCOFINS', totals.cofins),
    buildTextElement('vPIS', totals.pis),
    buildTextElement('vFUNTTEL', totals.funttel),
    buildTextElement('vFUST', totals.fust),
    buildElement('vRetTribTot', [
      buildTextElement('vRetPIS', '0.00'),
      buildTextElement('vRetCofins', '0.00'),
      buildTextElement('vRetCSLL', '0.00'),
      buildTextElement('vIRRF', '0.00'),
    ]),
    buildTextElement('vDesc', totals.discount),
    buildTextElement('vOutro', totals.surcharge),
    buildTextElement('vNF', totals.net),
    ...buildIbsCbsTotalsXml(receipt),
  ]);
}
