import { accessKey, issueMonth } from './access-key.ts';
import { environmentCode } from './nfcom/header.ts';
import type { Issue, Receipt } from './receipt.ts';

/** The access key of a model 62 receipt; undefined for a draft and for the other models, which have none. */
export function receiptKey(receipt: Receipt): string | undefined {
  if (receipt.documentModel !== '62' || receipt.issue === null) return undefined;
  return issuedKey(receipt, receipt.issue);
}

/** The access key of what is issued. */
export function issuedKey({ issuer }: Receipt, { at, series, number, code }: Issue): string {
  const { state } = issuer.address;
  return accessKey({ state, month: issueMonth(at, state), cnpj: issuer.federalTaxId, series, number, emission: '1', site: '0', code });
}

/** What the QR code says: where the receipt is looked up, and by which key. */
export function consultAddress(receipt: Receipt, issue: Issue): string {
  return `${issue.consultUrl}?chNFCom=${issuedKey(receipt, issue)}&tpAmb=${environmentCode(receipt)}`;
}
