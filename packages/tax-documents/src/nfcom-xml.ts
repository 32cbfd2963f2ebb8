import type { Fault } from './faults/rule.ts';
import { findFaults } from './find-faults.ts';
import { closingXml } from './nfcom/closing.ts';
import { header } from './nfcom/header.ts';
import { itemsXml } from './nfcom/items.ts';
import { customerXml, issuerXml, subscriberXml } from './nfcom/parties.ts';
import { totalsXml } from './nfcom/totals-xml.ts';
import type { Receipt } from './receipt.ts';
import { consultAddress, issuedKey } from './receipt-key.ts';
import { declaration, group, text } from './xml-element.ts';
import { type Signer, signatureOf } from './xml-signature.ts';

/** The namespace of everything that the authority defines for model 62. */
export const nfcomNamespace = 'http://www.portalfiscal.inf.br/nfcom';
export const nfcomVersion = '1.00';

/** A receipt that cannot be told as NFCom 1.00, with everything that stands against it. */
export class NotAnNfcom extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`This receipt cannot be an NFCom: ${faults.map(({ path, message }) => `${path} ${message}`).join('; ')}.`);
    this.faults = faults;
  }
}

/** The signed NFCom 1.00 of an issued model 62 receipt, valid against nfcom_v1.00.xsd. Throws NotAnNfcom; `findFaults` says the same beforehand. */
export function nfcomXml(receipt: Receipt, signer: Signer): string {
  const faults = findFaults(receipt);
  const { issue, customer } = receipt;
  if (faults.length > 0 || issue === null || customer.address === null) throw new NotAnNfcom(faults);
  const id = `NFCom${issuedKey(receipt, issue)}`;
  const told = [
    header(receipt, issue, id),
    issuerXml(receipt.issuer),
    customerXml(customer, customer.address),
    subscriberXml(receipt.subscriber),
    ...itemsXml(receipt.items),
    totalsXml(receipt),
    ...closingXml(receipt),
  ];
  const body = group('infNFCom', told, { Id: id, versao: nfcomVersion });
  const supplement = group('infNFComSupl', [text('qrCodNFCom', consultAddress(receipt, issue))]);
  const signature = signatureOf(body, id, nfcomNamespace, signer);
  return `${declaration}${group('NFCom', [body, supplement, signature], { xmlns: nfcomNamespace })}`;
}
