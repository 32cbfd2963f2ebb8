import { nfcomNamespace, nfcomVersion } from './build-nfcom-xml.ts';
import { formatLocalTime } from './model/format-local-time.ts';
import type { Authorisation, Receipt } from './model/receipt.ts';
import { getEnvironmentCode } from './model/receipt.ts';
import { findReceiptKey } from './model/receipt-key.ts';
import { buildElement, buildTextElement, xmlDeclaration } from './model/xml-element.ts';

/**
 * The receipt together with the authority's authorisation (nfcomProc), valid against procNFCom_v1.00.xsd: the document
 * for the customer and for the years of storage that the law requires. `signed` is the exact output of `buildNfcomXml`:
 * a change would break its signature.
 */
export function buildAuthorisedXml(receipt: Receipt, signed: string, authorisation: Authorisation): string {
  const key = findReceiptKey(receipt);
  const [, digest] = /<DigestValue>([^<]+)<\/DigestValue>/.exec(signed) ?? [];
  const document = /<NFCom [\s\S]*<\/NFCom>$/.exec(signed)?.[0];
  if (key === undefined || document === undefined || !document.includes(`Id="NFCom${key}"`))
    throw new RangeError('This is not the signed XML of that receipt.');
  const response = buildElement('infProt', [
    buildTextElement('tpAmb', getEnvironmentCode(receipt)),
    buildTextElement('verAplic', authorisation.program),
    buildTextElement('chNFCom', key),
    buildTextElement('dhRecbto', formatLocalTime(authorisation.at, receipt.issuer.address.state)),
    buildTextElement('nProt', authorisation.protocol),
    buildTextElement('digVal', digest),
    buildTextElement('cStat', '100'),
    buildTextElement('xMotivo', 'Autorizado o uso da NFCom'),
  ]);
  const parts = [document, buildElement('protNFCom', [response], { versao: nfcomVersion })];
  return `${xmlDeclaration}${buildElement('nfcomProc', parts, { xmlns: nfcomNamespace, versao: nfcomVersion })}`;
}
