import { buildAccessKey, getIssueMonth } from './access-key.ts';
import type { Issue, Receipt } from './receipt.ts';
import { getEnvironmentCode } from './receipt.ts';

/** The access key of a model 62 receipt; undefined for a draft and for the other models, which have none. */
export function findReceiptKey(receipt: Receipt): string | undefined {
  if (receipt.documentModel !== '62' || receipt.issue === null) return undefined;
  return buildReceiptKey(receipt, receipt.issue);
}

/** The access key of an issued receipt. */
export function buildReceiptKey({ issuer }: Receipt, { at, series, number, code }: Issue): string {
  const { state } = issuer.address;
  return buildAccessKey({
    state,
    month: getIssueMonth(at, state),
    cnpj: issuer.federalTaxId,
    series,
    number,
    emission: '1',
    site: '0',
    code,
  });
}

/** The text of the QR code: the look-up address with the key. */
export function buildLookupUrl(receipt: Receipt, issue: Issue): string {
  return `${issue.consultUrl}?chNFCom=${buildReceiptKey(receipt, issue)}&tpAmb=${getEnvironmentCode(receipt)}`;
}
