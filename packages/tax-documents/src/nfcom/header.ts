import { localTime } from '../local-time.ts';
import type { Issue, Receipt } from '../receipt.ts';
import { stateCode } from '../states.ts';
import { group, text } from '../xml-element.ts';

/** `ide`: which receipt this is. Normal issue (tpEmis 1), normal purpose (finNFCom 0), the issuer's own billing (tpFat 0), an authority with one site. */
export function header(receipt: Receipt, issue: Issue, key: string): string {
  const { state } = receipt.issuer.address;
  return group('ide', [
    text('cUF', stateCode(state)),
    text('tpAmb', environmentCode(receipt)),
    text('mod', '62'),
    text('serie', String(issue.series)),
    text('nNF', String(issue.number)),
    text('cNF', issue.code),
    text('cDV', key.slice(-1)),
    text('dhEmi', localTime(issue.at, state)),
    text('tpEmis', '1'),
    text('nSiteAutoriz', '0'),
    text('cMunFG', issue.cityCode),
    text('finNFCom', '0'),
    text('tpFat', '0'),
    text('verProc', issue.program),
    text('indPrePago', receipt.billing === null ? '1' : undefined),
  ]);
}

/** tpAmb. */
export function environmentCode({ environment }: Pick<Receipt, 'environment'>): string {
  return environment === 'PRODUCTION' ? '1' : '2';
}
