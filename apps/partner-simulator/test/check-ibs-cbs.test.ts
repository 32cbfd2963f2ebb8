import type { RejectedCall } from '@linework/simulator/rejected-call';
import { buildNfcomXml } from '@linework/tax-documents/build-nfcom-xml';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import type { Receipt } from '@linework/tax-documents/model/receipt';
import { states } from '@linework/tax-documents/model/states';
import { buildItems, type InvoiceLine } from '@linework/tax-receipts/content/build-items';
import { takeRates } from '@linework/tax-receipts/content/take-rates';
import { aReceipt, withoutIbsCbs } from '@linework/testing/documents/a-receipt';
import { cbsOf2027, knownTaxRates, ratesAt } from '@linework/testing/documents/tax-rates';
import { runsOf } from '@linework/testing/run/sample';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIbsCbs } from '../src/tax-authority/check-ibs-cbs.ts';
import { createAuthorityRates } from '../src/tax-authority/rates-by-day.ts';

const signer = createSelfSignedCertificate('Linework Testes', {
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
});
const plain = aReceipt();
const xml = buildNfcomXml(plain, signer);

/** The code of the rejection; undefined when it is accepted. */
function catchRejectionCode(document: string, rates = createAuthorityRates()): string | undefined {
  try {
    checkIbsCbs(document, rates);
    return undefined;
  } catch (error) {
    return (error as RejectedCall).code;
  }
}

/** Throws if nothing was changed. */
function replaceIn(from: string | RegExp, to: string, document = xml): string {
  const created = document.replace(from, to);
  expect(created).not.toBe(document);
  return created;
}

const issueInYear = (year: number, document = xml) => replaceIn(/<dhEmi>\d{4}/, `<dhEmi>${year}`, document);
const withRegime = (regime: string, document = xml) => replaceIn(/<CRT>\d/, `<CRT>${regime}`, document);
const bareXml = xml
  .replaceAll(/<IBSCBS>.*?<\/IBSCBS>/g, '')
  .replace(/<IBSCBSTot>.*<\/IBSCBSTot>/, '')
  .replace(/<vTotDFe>[^<]*<\/vTotDFe>/, '');

describe('the tax authority', () => {
  it('accepts a receipt of 2026 with the right IBS and CBS', () => {
    expect(catchRejectionCode(xml)).toBeUndefined();
  });

  it.each<[why: string, code: string, document: string]>([
    ['has no groups at all', '310', bareXml],
    ['has no group in one item', '310', replaceIn(/<IBSCBS>.*?<\/IBSCBS>/, '')],
    ['is of 2027 and has no groups', '310', issueInYear(2027, bareXml)],
    ['is of the Simples Nacional in 2027 and has no groups', '310', withRegime('1', issueInYear(2027, bareXml))],
    ['has a situation that does not exist', '311', replaceIn('<CST>000<', '<CST>099<')],
    ['has a classification that does not exist', '312', replaceIn('000001', '000999')],
    ['has a classification of another situation', '313', replaceIn('000001', '200001')],
    ['has codes without amounts', '315', replaceIn(/<gIBSCBS>.*?<\/gIBSCBS>/, '')],
    ['has another rate of the state', '316', replaceIn('<pIBSUF>0.1000<', '<pIBSUF>0.1001<')],
    ["has the state's rate of 2026 in 2027", '316', issueInYear(2027)],
    ['has a rate of the municipality', '321', replaceIn('<pIBSMun>0.0000<', '<pIBSMun>0.0500<')],
    ['has another rate of CBS', '326', replaceIn('<pCBS>0.9000<', '<pCBS>8.8000<')],
    ['has a wrong amount of the state', '318', replaceIn(/<vIBSUF>[^<]*</, '<vIBSUF>3.81<')],
    ['has an amount of the municipality', '999', replaceIn(/<vIBSMun>[^<]*</, '<vIBSMun>0.05<')],
    ['has a wrong amount of CBS', '999', replaceIn(/<vCBS>[^<]*</, '<vCBS>0.05<')],
    ['has IBS that is not the sum of its parts', '999', replaceIn(/<vIBS>[^<]*</, '<vIBS>0.05<')],
    ['has ICMS in the base', '999', replaceIn(/<gIBSCBS><vBC>[^<]*</, '<gIBSCBS><vBC>49.90<')],
    ['has no totals', '999', replaceIn(/<IBSCBSTot>.*<\/IBSCBSTot>/, '')],
    ...['vBCIBSCBS', 'vIBSUF', 'vIBSMun', 'vIBS', 'vCBS'].map((element): [string, string, string] => {
      const [items = '', totals = ''] = xml.split('<IBSCBSTot>');
      return [`has a total ${element} that is a cent off`, '999', `${items}<IBSCBSTot>${addCent(element, totals)}`];
    }),
    ['does not have the total of the document', '360', replaceIn(/<vTotDFe>[^<]*<\/vTotDFe>/, '')],
    ['adds IBS and CBS to the total in 2026', '365', addCent('vTotDFe', xml)],
  ])('rejects a receipt that %s, by %s', (_, code, document) => {
    expect(catchRejectionCode(document)).toBe(code);
  });

  it('requires nothing for 2025, nor in 2026 for the Simples Nacional', () => {
    expect(catchRejectionCode(issueInYear(2025, bareXml))).toBeUndefined();
    for (const regime of ['1', '2', '4']) expect(catchRejectionCode(withRegime(regime, bareXml))).toBeUndefined();
    expect(catchRejectionCode(withRegime('1', replaceIn('<pCBS>0.9000<', '<pCBS>8.8000<')))).toBe('326');
  });

  it('accepts a receipt of 2 January 2027 with the published rate of CBS, and none without it or with PIS', () => {
    const { issue } = plain;
    if (issue === null) throw new Error('the receipt is a draft');
    const items = plain.items.map((item) => ({ ...item, taxes: { icms: item.taxes.icms } }));
    const document = buildIssuedXml({ ...plain, items, issue: { ...issue, at: new Date('2027-01-02T12:00:00Z') } }, [
      ...knownTaxRates,
      cbsOf2027,
    ]);
    const rates = createAuthorityRates();
    expect(document).not.toMatch(/<(PIS|COFINS)>/);
    expect(catchRejectionCode(document, rates)).toBe('326');
    rates.publishCbs('2027-01-01', '8.7');
    expect(catchRejectionCode(document, rates)).toBeUndefined();
    const withPis = replaceIn(
      '<FUST>',
      '<PIS><CST>01</CST><vBC>0.00</vBC><pPIS>0.65</pPIS><vPIS>0.00</vPIS></PIS><FUST>',
      document,
    );
    expect(catchRejectionCode(withPis, rates)).toBe('999');
    rates.publishCbs('2027-01-02', '8.8');
    expect(catchRejectionCode(document, rates)).toBe('326');
  });

  it('authorises nothing from 2029 on, whose rates nobody knows', () => {
    expect(catchRejectionCode(issueInYear(2029))).toBe('326');
  });

  it('computes the same amounts as the issuer, for any invoice in any state', () => {
    const cents = fc.bigInt({ min: 0n, max: 99_999_999n });
    const line = fc.record({ cents, permille: fc.bigInt({ min: 0n, max: 1000n }), isCommunication: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom(...states), (wanted, state) => {
        const lines = wanted.flatMap(({ cents: cost, permille, isCommunication }, index) => {
          const one: InvoiceLine = {
            ...aLine,
            subscriptionProductId: String(index),
            classification: isCommunication ? telephony : valueAdded,
            cents: cost,
          };
          return [one, { ...one, cents: -((cost * permille) / 1000n) }];
        });
        const items = buildItems(lines, { regime: 'NORMAL', supplierState: state, serviceState: 'SP', rates: {} });
        expect(catchRejectionCode(buildIssuedXml({ ...plain, items }))).toBeUndefined();
      }),
      { numRuns: runsOf(60) },
    );
  });
});

const telephony = { code: '0100101', isCommunication: true };
const valueAdded = { code: '1101101', isCommunication: false };
const aLine = { description: 'Plano', code: 'P' };

function buildIssuedXml(receipt: Receipt, rows = knownTaxRates): string {
  const { issue, authorisation, cancellation, ...content } = { ...receipt, items: receipt.items.map(withoutIbsCbs) };
  const rates = ratesAt(issue?.at ?? new Date(), content.issuer, rows);
  return buildNfcomXml({ ...takeRates(content, rates), issue, authorisation, cancellation }, signer);
}

function addCent(element: string, document: string): string {
  return document.replace(new RegExp(`<${element}>(\\d+)\\.(\\d\\d)<`), (_, whole: string, part: string) => {
    const more = String(BigInt(`${whole}${part}`) + 1n).padStart(3, '0');
    return `<${element}>${more.slice(0, -2)}.${more.slice(-2)}<`;
  });
}
