import { type BilledLine, itemsOfInvoice } from '@linework/domain/tax-receipts/items-of-invoice';
import { withIbsCbs } from '@linework/domain/tax-receipts/with-ibs-cbs';
import type { RefusedCall } from '@linework/simulator/refused-call';
import { nfcomXml } from '@linework/tax-documents/nfcom-xml';
import type { Receipt } from '@linework/tax-documents/receipt';
import { selfSignedCertificate } from '@linework/tax-documents/self-signed-certificate';
import { states } from '@linework/tax-documents/states';
import { aReceipt, withoutIbsCbs } from '@linework/testing/a-receipt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIbsCbs } from '../src/tax-authority/check-ibs-cbs.ts';

const signer = selfSignedCertificate('Linework Testes', { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') });
const plain = aReceipt();
const xml = nfcomXml(plain, signer);

/** The code that a document is rejected with; undefined where it passes. */
function rejection(document: string): string | undefined {
  try {
    checkIbsCbs(document);
    return undefined;
  } catch (error) {
    return (error as RefusedCall).code;
  }
}

/** Fails where nothing was changed. */
function changed(from: string | RegExp, to: string, document = xml): string {
  const made = document.replace(from, to);
  expect(made).not.toBe(document);
  return made;
}

const inYear = (year: number, document = xml) => changed(/<dhEmi>\d{4}/, `<dhEmi>${year}`, document);
const ofRegime = (regime: string, document = xml) => changed(/<CRT>\d/, `<CRT>${regime}`, document);
const bare = xml
  .replaceAll(/<IBSCBS>.*?<\/IBSCBS>/g, '')
  .replace(/<IBSCBSTot>.*<\/IBSCBSTot>/, '')
  .replace(/<vTotDFe>[^<]*<\/vTotDFe>/, '');

describe('the tax authority', () => {
  it('lets a receipt of 2026 pass whose IBS and CBS are right', () => {
    expect(rejection(xml)).toBeUndefined();
  });

  it.each<[why: string, code: string, document: string]>([
    ['has no groups at all', '310', bare],
    ['has no group in one item', '310', changed(/<IBSCBS>.*?<\/IBSCBS>/, '')],
    ['is of 2027 and has no groups', '310', inYear(2027, bare)],
    ['is of the Simples Nacional in 2027 and has no groups', '310', ofRegime('1', inYear(2027, bare))],
    ['has a situation that does not exist', '311', changed('<CST>000<', '<CST>099<')],
    ['has a classification that does not exist', '312', changed('000001', '000999')],
    ['has a classification of another situation', '313', changed('000001', '200001')],
    ['has codes without amounts', '315', changed(/<gIBSCBS>.*?<\/gIBSCBS>/, '')],
    ['has another rate of the state', '316', changed('<pIBSUF>0.1000<', '<pIBSUF>0.1001<')],
    ["has the state's rate of 2026 in 2027", '316', inYear(2027)],
    ['has a rate of the municipality', '321', changed('<pIBSMun>0.0000<', '<pIBSMun>0.0500<')],
    ['has another rate of CBS', '326', changed('<pCBS>0.9000<', '<pCBS>8.8000<')],
    ['has a wrong amount of the state', '318', changed(/<vIBSUF>[^<]*</, '<vIBSUF>3.81<')],
    ['has an amount of the municipality', '999', changed(/<vIBSMun>[^<]*</, '<vIBSMun>0.05<')],
    ['has a wrong amount of CBS', '999', changed(/<vCBS>[^<]*</, '<vCBS>0.05<')],
    ['has IBS that is not the sum of its parts', '999', changed(/<vIBS>[^<]*</, '<vIBS>0.05<')],
    ['has ICMS in the base', '999', changed(/<gIBSCBS><vBC>[^<]*</, '<gIBSCBS><vBC>49.90<')],
    ['has no totals', '999', changed(/<IBSCBSTot>.*<\/IBSCBSTot>/, '')],
    ...['vBCIBSCBS', 'vIBSUF', 'vIBSMun', 'vIBS', 'vCBS'].map((element): [string, string, string] => {
      const [items = '', totals = ''] = xml.split('<IBSCBSTot>');
      return [`has a total ${element} that is a cent off`, '999', `${items}<IBSCBSTot>${aCentMore(element, totals)}`];
    }),
    ['does not tell the total of the document', '360', changed(/<vTotDFe>[^<]*<\/vTotDFe>/, '')],
    ['adds IBS and CBS to the total in 2026', '365', aCentMore('vTotDFe', xml)],
  ])('rejects a receipt that %s, by %s', (_, code, document) => {
    expect(rejection(document)).toBe(code);
  });

  it('asks nothing of 2025, nor in 2026 of the Simples Nacional', () => {
    expect(rejection(inYear(2025, bare))).toBeUndefined();
    for (const regime of ['1', '2', '4']) expect(rejection(ofRegime(regime, bare))).toBeUndefined();
    expect(rejection(ofRegime('1', changed('<pCBS>0.9000<', '<pCBS>8.8000<')))).toBe('326');
  });

  it('comes to the same as who issues, for any invoice in any state', () => {
    const cents = fc.bigInt({ min: 0n, max: 99_999_999n });
    const line = fc.record({ cents, permille: fc.bigInt({ min: 0n, max: 1000n }), isCommunication: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom(...states), (wanted, state) => {
        const lines = wanted.flatMap(({ cents: cost, permille, isCommunication }, index) => {
          const one: BilledLine = { ...aLine, subscriptionProductId: String(index), classification: isCommunication ? telephony : valueAdded, cents: cost };
          return [one, { ...one, cents: -((cost * permille) / 1000n) }];
        });
        const items = itemsOfInvoice(lines, { regime: 'NORMAL', supplierState: state, customerState: 'SP' });
        expect(rejection(issuedXml({ ...plain, items }))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

const telephony = { code: '0100101', isCommunication: true };
const valueAdded = { code: '1101101', isCommunication: false };
const aLine = { description: 'Plano', code: 'P' };

function issuedXml(receipt: Receipt): string {
  const { issue, authorisation, cancellation, ...content } = { ...receipt, items: receipt.items.map(withoutIbsCbs) };
  return nfcomXml({ ...withIbsCbs(content, issue?.at ?? new Date()), issue, authorisation, cancellation }, signer);
}

function aCentMore(element: string, document: string): string {
  return document.replace(new RegExp(`<${element}>(\\d+)\\.(\\d\\d)<`), (_, whole: string, part: string) => {
    const more = String(BigInt(`${whole}${part}`) + 1n).padStart(3, '0');
    return `<${element}>${more.slice(0, -2)}.${more.slice(-2)}<`;
  });
}
