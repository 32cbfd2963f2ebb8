import { getDayOfIssue, getIbsCbsRates } from './model/find-tax-rates.ts';
import type { Issue, Receipt } from './model/receipt.ts';
import { toLatinText } from './model/to-latin-text.ts';
import { buildIbsCbsRules } from './rules/ibs-cbs-rules.ts';
import { billingRules, issueRules } from './rules/issue-rules.ts';
import { itemRules } from './rules/item-rules.ts';
import { addressRules, customerRules, issuerRules, subscriberRules } from './rules/party-rules.ts';
import { findRuleViolations, type Rule, type RuleViolation } from './rules/rule.ts';

/**
 * In nfcomTiposBasico_v1.00.xsd of the tax reform `det` occurs 1 to 990 times (9990 times before), `infCpl` at most 5
 * times.
 */
const receiptRules: readonly Rule<Receipt>[] = [
  ['documentModel', ({ documentModel }) => documentModel === '62', 'must be 62: the other models have no XML'],
  ['issue', ({ issue }) => issue !== null, 'must be present: a draft has no number yet'],
  ['items', ({ items }) => items.length >= 1 && items.length <= 990, 'must be 1 to 990'],
  [
    'notes',
    ({ notes }) => notes.length <= 5 && notes.every((note) => toLatinText(note) !== ''),
    'must be at most 5, and none blank',
  ],
  ['fiscalNote', ({ fiscalNote }) => fiscalNote === undefined || toLatinText(fiscalNote) !== '', 'must not be blank'],
];

/** Finds all reasons why a receipt cannot be an NFCom 1.00; empty if it can. Check it before a number is assigned. */
export function findReceiptViolations(receipt: Receipt): readonly RuleViolation[] {
  const { issuer, customer, subscriber, items, billing, issue } = receipt;
  return [
    ...findRuleViolations(receiptRules, receipt, ''),
    ...findRuleViolations(issuerRules, issuer, 'issuer'),
    ...findRuleViolations(addressRules, issuer.address, 'issuer.address'),
    ...findRuleViolations(customerRules, customer, 'customer'),
    ...(customer.address === null ? [] : findRuleViolations(addressRules, customer.address, 'customer.address')),
    ...findRuleViolations(subscriberRules, subscriber, 'subscriber'),
    ...findLineViolations(receipt),
    ...items.flatMap((item, index) => findRuleViolations(itemRules, item, `items[${index}]`)),
    ...(billing === null ? [] : findRuleViolations(billingRules, billing, 'billing')),
    ...(issue === null ? [] : findIssueViolations(receipt, issue)),
  ];
}

/** Rules G36a and G36b of the manual: the authority of a state authorises only what is provided in it. */
function findLineViolations({ issuer, subscriber }: Receipt): readonly RuleViolation[] {
  const { state } = issuer.address;
  return subscriber.lines.flatMap((line, index) => {
    const message = `must be in ${state}: its area code is of ${line.state}, and the supplier has no enrolment there`;
    return line.state === state ? [] : [{ path: `subscriber.lines[${index}]`, message }];
  });
}

/** Without a time of issue there is no day of rates. */
function findIssueViolations(receipt: Receipt, issue: Issue): readonly RuleViolation[] {
  const violations = findRuleViolations(issueRules, issue, 'issue');
  if (violations.some(({ path }) => path === 'issue.at')) return violations;
  const { taxRates, issuer } = receipt;
  const message = 'must be on the day whose tax rates the receipt has';
  if (taxRates?.day !== getDayOfIssue(issue.at, issuer)) return [...violations, { path: 'issue.at', message }];
  const rules = buildIbsCbsRules(getIbsCbsRates(taxRates));
  return [...violations, ...receipt.items.flatMap((item, index) => findRuleViolations(rules, item, `items[${index}]`))];
}
