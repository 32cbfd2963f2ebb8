import { formatLocalTime } from '../model/format-local-time.ts';
import { getEnvironmentCode, type Issue, type Receipt } from '../model/receipt.ts';
import { getStateCode } from '../model/states.ts';
import { buildElement, buildTextElement } from '../model/xml-element.ts';

/**
 * `ide`: the identification of the receipt. Normal issue (tpEmis 1), normal purpose (finNFCom 0), the issuer's own
 * billing (tpFat 0), an authority with one site.
 */
export function buildHeaderXml(receipt: Receipt, issue: Issue, key: string): string {
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
