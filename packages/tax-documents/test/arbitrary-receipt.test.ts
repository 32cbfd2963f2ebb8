import { validateAgainstSchema } from '@linework/testing/documents/validate-against-schema';
import { runsOf } from '@linework/testing/run/sample';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { buildNfcomXml } from '../src/build-nfcom-xml.ts';
import { findReceiptViolations } from '../src/find-receipt-violations.ts';
import { calculateTotals } from '../src/model/calculate-totals.ts';
import { aSigner } from './support/a-signer.ts';
import { arbitraryReceipt } from './support/any-receipt.ts';

const receipts = fc.sample(arbitraryReceipt, { numRuns: runsOf(150), seed: 62 });

describe('any receipt', () => {
  it('without a violation is valid under the official schema', () => {
    expect(receipts.flatMap(findReceiptViolations)).toEqual([]);
    expect(
      validateAgainstSchema('nfcom_v1.00.xsd', ...receipts.map((receipt) => buildNfcomXml(receipt, aSigner))),
    ).toEqual([]);
  });

  it('has totals that are the sums of its items, to the cent', () => {
    fc.assert(
      fc.property(arbitraryReceipt, (receipt) => {
        const xml = buildNfcomXml(receipt, aSigner);
        const [items = '', totals = ''] = xml.split('<total>');
        expect(cents(totals, 'vProd')).toBe(cents(items, 'vProd'));
        expect(cents(totals, 'vNF')).toBe(cents(items, 'vProd'));
        expect(cents(totals, 'vPIS')).toBe(cents(items, 'vPIS'));
        expect(cents(totals, 'vICMS')).toBe(cents(items, 'vICMS'));
        for (const tax of ['vIBSUF', 'vIBSMun', 'vIBS', 'vCBS']) expect(cents(totals, tax)).toBe(cents(items, tax));
        expect(cents(`<vNF>${calculateTotals(receipt).net}</vNF>`, 'vNF')).toBe(cents(totals, 'vNF'));
      }),
      { numRuns: runsOf(200) },
    );
  });

  it('has a valid signature with any letters in it', () => {
    for (const receipt of receipts.slice(0, 25)) {
      const xml = buildNfcomXml(receipt, aSigner);
      const signature = new SignedXml({ publicCert: aSigner.certificate });
      signature.loadSignature(/<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '');
      expect(signature.checkSignature(xml)).toBe(true);
    }
  });
});

/** The sum of all amounts with that name, in cents. */
function cents(xml: string, element: string): bigint {
  const amounts = [...xml.matchAll(new RegExp(`<${element}>(\\d+)\\.(\\d\\d)</${element}>`, 'g'))];
  return amounts.reduce((total, [, whole, part]) => total + BigInt(`${whole}${part}`), 0n);
}
