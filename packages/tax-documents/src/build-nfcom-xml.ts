import { findReceiptViolations } from './find-receipt-violations.ts';
import { calculateNet, calculateTotals } from './model/calculate-totals.ts';
import { formatDecimal } from './model/decimal.ts';
import { formatLocalTime } from './model/format-local-time.ts';
import type { Item } from './model/item.ts';
import { type Billing, getEnvironmentCode, type Issue, type Receipt } from './model/receipt.ts';
import { buildLookupUrl, buildReceiptKey } from './model/receipt-key.ts';
import { getStateCode } from './model/states.ts';
import { toLatinText } from './model/to-latin-text.ts';
import { buildElement, buildTextElement, xmlDeclaration } from './model/xml-element.ts';
import { buildIbsCbsTotalsXml } from './nfcom/build-ibs-cbs-xml.ts';
import { buildCustomerXml, buildIssuerXml, buildSubscriberXml } from './nfcom/build-parties-xml.ts';
import { buildTaxesXml } from './nfcom/build-taxes-xml.ts';
import type { RuleViolation } from './rules/rule.ts';
import { type Signer, signXml } from './sign-xml.ts';

const unitCodes: Readonly<Record<Item['unit'], string>> = { MINUTE: '1', MB: '2', GB: '3', UNIT: '4' };

/** `det`, one for each item, numbered from 1. */
function buildItemsXml(items: readonly Item[]): readonly string[] {
  return items.map((item, index) =>
    buildElement('det', [buildProductXml(item), buildTaxesXml(item.taxes), buildNoteXml(item)], {
      nItem: String(index + 1),
    }),
  );
}

function buildProductXml(item: Item): string {
  return buildElement('prod', [
    buildTextElement('cProd', toLatinText(item.code, 60)),
    buildTextElement('xProd', toLatinText(item.description, 120)),
    buildTextElement('cClass', item.classification),
    buildTextElement('CFOP', item.cfop),
    buildTextElement('uMed', unitCodes[item.unit]),
    buildTextElement('qFaturada', formatDecimal(item.quantity, 4)),
    buildTextElement('vItem', formatDecimal(item.unitPrice, 2, 8)),
    buildTextElement('vDesc', formatAmount(item.discount)),
    buildTextElement('vOutro', formatAmount(item.surcharge)),
    // Unlike in an NF-e, it is what is left after discount and surcharge (rule G86 of the manual).
    buildTextElement('vProd', calculateNet(item)),
    buildTextElement('dExpiracao', item.creditUntil),
  ]);
}

function formatAmount(amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : formatDecimal(amount, 2);
}

function buildNoteXml({ note }: Item): string {
  return buildTextElement('infAdProd', note === undefined ? undefined : toLatinText(note, 500));
}

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

/**
 * `ide`: the identification of the receipt. Normal issue (tpEmis 1), normal purpose (finNFCom 0), the issuer's own
 * billing (tpFat 0), an authority with one site.
 */
function buildHeaderXml(receipt: Receipt, issue: Issue, key: string): string {
  const { state } = receipt.issuer.address;
  return buildElement('ide', [
    buildTextElement('cUF', getStateCode(state)),
    buildTextElement('tpAmb', getEnvironmentCode(receipt)),
    buildTextElement('mod', '62'),
    buildTextElement('serie', String(issue.series)),
    buildTextElement('nNF', String(issue.number)),
    buildTextElement('cNF', issue.code),
    buildTextElement('cDV', key.slice(-1)),
    buildTextElement('dhEmi', formatLocalTime(issue.at, state)),
    buildTextElement('tpEmis', '1'),
    buildTextElement('nSiteAutoriz', '0'),
    buildTextElement('cMunFG', issue.cityCode),
    buildTextElement('finNFCom', '0'),
    buildTextElement('tpFat', '0'),
    buildTextElement('verProc', issue.program),
    buildTextElement('indPrePago', receipt.billing === null ? '1' : undefined),
  ]);
}
