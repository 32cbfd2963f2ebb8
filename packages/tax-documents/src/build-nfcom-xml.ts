import { findReceiptViolations } from './find-receipt-violations.ts';
import { buildClosingXml } from './nfcom/build-closing-xml.ts';
import { buildHeaderXml } from './nfcom/build-header-xml.ts';
import { buildItemsXml } from './nfcom/build-items-xml.ts';
import { buildCustomerXml, buildIssuerXml, buildSubscriberXml } from './nfcom/build-parties-xml.ts';
import { buildTotalsXml } from './nfcom/build-totals-xml.ts';
import type { Receipt } from './receipt.ts';
import { buildLookupUrl, buildReceiptKey } from './receipt-key.ts';
import type { RuleViolation } from './rules/rule.ts';
import { type Signer, signXml } from './sign-xml.ts';
import { buildElement, buildTextElement, xmlDeclaration } from './xml-element.ts';

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
 * The signed NFCom 1.00 of an issued model 62 receipt, valid against nfcom_v1.00.xsd. Throws NotAnNfcom; `findReceiptViolations` finds the same
 * violations beforehand.
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
