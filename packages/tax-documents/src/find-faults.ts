import { ibsCbsRules, unknownRates } from './faults/ibs-cbs-rules.ts';
import { billingRules, issueRules } from './faults/issue-rules.ts';
import { itemRules } from './faults/item-rules.ts';
import { addressRules, customerRules, issuerRules, subscriberRules } from './faults/party-rules.ts';
import { broken, type Fault, type Rule } from './faults/rule.ts';
import { ratesAtIssue } from './ibs-cbs/issue-year.ts';
import { latinText } from './latin-text.ts';
import type { Issue, Receipt } from './receipt.ts';

/** In nfcomTiposBasico_v1.00.xsd of the tax reform `det` comes 1 to 990 times (9990 times before), `infCpl` at most 5 times. */
const receiptRules: readonly Rule<Receipt>[] = [
  ['documentModel', ({ documentModel }) => documentModel === '62', 'must be 62: the other models have no XML'],
  ['issue', ({ issue }) => issue !== null, 'must be there: a draft has no number yet'],
  ['items', ({ items }) => items.length >= 1 && items.length <= 990, 'must be 1 to 990'],
  ['notes', ({ notes }) => notes.length <= 5 && notes.every((note) => latinText(note) !== ''), 'must be at most 5, and none blank'],
  ['fiscalNote', ({ fiscalNote }) => fiscalNote === undefined || latinText(fiscalNote) !== '', 'must not be blank'],
];

/** Everything that keeps a receipt from being told as NFCom 1.00; empty for one that can be. Ask it before a number is given. */
export function findFaults(receipt: Receipt): readonly Fault[] {
  const { issuer, customer, subscriber, items, billing, issue } = receipt;
  return [
    ...broken(receiptRules, receipt, ''),
    ...broken(issuerRules, issuer, 'issuer'),
    ...broken(addressRules, issuer.address, 'issuer.address'),
    ...broken(customerRules, customer, 'customer'),
    ...(customer.address === null ? [] : broken(addressRules, customer.address, 'customer.address')),
    ...broken(subscriberRules, subscriber, 'subscriber'),
    ...items.flatMap((item, index) => broken(itemRules, item, `items[${index}]`)),
    ...(billing === null ? [] : broken(billingRules, billing, 'billing')),
    ...(issue === null ? [] : faultsOfIssue(receipt, issue)),
  ];
}

/** Without a time of issue there is no year to take rates from. */
function faultsOfIssue(receipt: Receipt, issue: Issue): readonly Fault[] {
  const faults = broken(issueRules, issue, 'issue');
  if (faults.some(({ path }) => path === 'issue.at')) return faults;
  const found = ratesAtIssue(receipt, issue);
  return [...faults, ...unknownRates(found), ...receipt.items.flatMap((item, index) => broken(ibsCbsRules(found), item, `items[${index}]`))];
}
