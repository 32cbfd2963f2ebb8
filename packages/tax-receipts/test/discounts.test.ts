import { buildNfcomXml } from '@linework/tax-documents/build-nfcom-xml';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import { aReceipt, withIbsCbs } from '@linework/testing/documents/a-receipt';
import { ratesAt } from '@linework/testing/documents/tax-rates';
import { describe, expect, it } from 'vitest';
import { buildItems, type InvoiceLine } from '../src/content/build-items.ts';

const november = new Date('2026-11-23T12:00:00Z');
const signer = createSelfSignedCertificate('Linework Testes', {
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
});

/** The lines of an invoice: prices and credits, each of a product. */
function buildPaper(lines: readonly (readonly [product: string, cents: bigint])[]): string {
  const all = lines.map(
    ([product, cents]): InvoiceLine => ({
      description: product,
      code: product,
      subscriptionProductId: product,
      classification: { code: '0100101', isCommunication: true },
      cents,
    }),
  );
  const items = buildItems(all, {
    regime: 'NORMAL',
    supplierState: 'SP',
    serviceState: 'SP',
    rates: ratesAt(november, aReceipt().issuer).rates,
  }).map(withIbsCbs);
  return buildNfcomXml(aReceipt({ items }), signer);
}

const read = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);

describe('a receipt', () => {
  it('with a discount of half has the other half as its price', () => {
    const xml = buildPaper([
      ['Plano 20 GB', 3990n],
      ['Plano 20 GB', -1995n],
    ]);
    expect([read(xml, 'vItem'), read(xml, 'vDesc')]).toEqual([['39.90'], ['19.95', '19.95']]);
    expect([read(xml, 'vProd'), read(xml, 'vNF')]).toEqual([['19.95', '19.95'], ['19.95']]);
  });

  it('with an amount off each of two products has both discounts, and their sum as its total', () => {
    const xml = buildPaper([
      ['Voz', 3000n],
      ['Dados', 1000n],
      ['Voz', -500n],
      ['Dados', -500n],
    ]);
    expect([read(xml, 'vItem'), read(xml, 'vDesc')]).toEqual([
      ['30.00', '10.00'],
      ['5.00', '5.00', '10.00'],
    ]);
    expect([read(xml, 'vProd'), read(xml, 'vNF')]).toEqual([['25.00', '5.00', '30.00'], ['30.00']]);
  });
});
