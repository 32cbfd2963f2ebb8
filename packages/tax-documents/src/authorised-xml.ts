import { localTime } from './local-time.ts';
import { environmentCode } from './nfcom/header.ts';
import { nfcomNamespace, nfcomVersion } from './nfcom-xml.ts';
import type { Authorisation, Receipt } from './receipt.ts';
import { receiptKey } from './receipt-key.ts';
import { declaration, group, text } from './xml-element.ts';

/**
 * The receipt together with the authority's yes (nfcomProc), valid against procNFCom_v1.00.xsd: what a customer is handed and what is kept for the
 * years the law asks for. `signed` is what nfcomXml() made, to the byte: it is not touched, or its signature would break.
 */
export function authorisedXml(receipt: Receipt, signed: string, authorisation: Authorisation): string {
  const key = receiptKey(receipt);
  const [, digest] = /<DigestValue>([^<]+)<\/DigestValue>/.exec(signed) ?? [];
  const document = /<NFCom [\s\S]*<\/NFCom>$/.exec(signed)?.[0];
  if (key === undefined || document === undefined || !document.includes(`Id="NFCom${key}"`))
    throw new RangeError('This is not the signed XML of that receipt.');
  const answer = group('infProt', [
    text('tpAmb', environmentCode(receipt)),
    text('verAplic', authorisation.program),
    text('chNFCom', key),
    text('dhRecbto', localTime(authorisation.at, receipt.issuer.address.state)),
    text('nProt', authorisation.protocol),
    text('digVal', digest),
    text('cStat', '100'),
    text('xMotivo', 'Autorizado o uso da NFCom'),
  ]);
  const both = [document, group('protNFCom', [answer], { versao: nfcomVersion })];
  return `${declaration}${group('nfcomProc', both, { xmlns: nfcomNamespace, versao: nfcomVersion })}`;
}
