import { X509Certificate } from 'node:crypto';
import { aReceipt } from '@linework/testing/documents/a-receipt';
import { validateAgainstSchema } from '@linework/testing/documents/validate-against-schema';
import { describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { buildAuthorisedXml } from '../src/build-authorised-xml.ts';
import { buildCancellationXml } from '../src/build-cancellation-xml.ts';
import { buildNfcomXml } from '../src/build-nfcom-xml.ts';
import { findReceiptKey } from '../src/model/receipt-key.ts';
import { aSigner } from './support/a-signer.ts';

const receipt = aReceipt();
const authorisation = { protocol: '3352600000012345', at: new Date('2026-11-21T12:41:37Z'), program: 'Simulador 1.0' };
const signed = buildNfcomXml(receipt, aSigner);
const request = {
  environment: 'PRODUCTION',
  accessKey: findReceiptKey(receipt) ?? '',
  protocol: authorisation.protocol,
  reason: 'Cobrança em duplicidade',
  at: new Date('2026-11-22T12:00:00Z'),
} as const;
const cancelled = buildCancellationXml(request, aSigner);

const documents: readonly (readonly [name: string, element: string, xml: string])[] = [
  ['a receipt', 'infNFCom', signed],
  ['an authorised receipt', 'infNFCom', buildAuthorisedXml(receipt, signed, authorisation)],
  ['a cancellation', 'infEvento', cancelled],
];

describe.each(documents)('the signature of %s', (_, element, xml) => {
  it('is verified by an independent library', () => {
    expect(isSignatureValid(xml)).toBe(true);
  });

  it('covers the whole document and nothing else', () => {
    expect(xml).toContain(`<Reference URI="#${new RegExp(`<${element} Id="([^"]+)"`).exec(xml)?.[1]}">`);
  });

  it('is invalid when an amount or a word is changed', () => {
    const changed = xml.replace(/<vNF>(\d+)\.\d\d</, '<vNF>$1.99<').replace('em duplicidade', 'em triplicidade');
    expect(changed).not.toBe(xml);
    expect(isSignatureValid(changed)).toBe(false);
  });

  it('is invalid when the signed element is replaced together with its digest', () => {
    const digest = /<DigestValue>([^<]+)</.exec(xml)?.[1] ?? '';
    expect(isSignatureValid(xml.replaceAll(digest, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='))).toBe(false);
  });

  it('contains the certificate for its verification', () => {
    const brought = new X509Certificate(Buffer.from(/<X509Certificate>([^<]+)</.exec(xml)?.[1] ?? '', 'base64'));
    expect(brought.toString()).toBe(new X509Certificate(aSigner.certificate).toString());
  });
});

describe('an authorised receipt', () => {
  it('is valid under the official schema', () => {
    expect(validateAgainstSchema('procNFCom_v1.00.xsd', buildAuthorisedXml(receipt, signed, authorisation))).toEqual(
      [],
    );
  });

  it('cannot be built from the XML of another receipt', () => {
    const { issue } = receipt;
    const other = aReceipt({ issue: issue && { ...issue, number: 4813 } });
    expect(() => buildAuthorisedXml(other, signed, authorisation)).toThrow(RangeError);
  });
});

describe('a cancellation', () => {
  it('is valid under the official schemas, both the event and its content', () => {
    expect(validateAgainstSchema('eventoNFCom_v1.00.xsd', cancelled)).toEqual([]);
    const inner = /<evCancNFCom>.*<\/evCancNFCom>/.exec(cancelled)?.[0] ?? '';
    expect(
      validateAgainstSchema(
        'evCancNFCom_v1.00.xsd',
        inner.replace('>', ' xmlns="http://www.portalfiscal.inf.br/nfcom">'),
      ),
    ).toEqual([]);
  });

  it('of a receipt whose key has letters is valid, but for its Id: the schema of events knows digits there', () => {
    const { issuer } = receipt;
    const accessKey = findReceiptKey(aReceipt({ issuer: { ...issuer, federalTaxId: '12ABC34501DE35' } })) ?? '';
    const xml = buildCancellationXml({ ...request, accessKey }, aSigner);
    expect(xml).toContain(`<CNPJ>12ABC34501DE35</CNPJ><chNFCom>${accessKey}</chNFCom>`);
    const digitsInId = xml.replaceAll(`110111${accessKey}`, `110111${accessKey.replaceAll(/[A-Z]/g, '0')}`);
    expect(validateAgainstSchema('eventoNFCom_v1.00.xsd', digitsInId)).toEqual([]);
  });

  it.each([
    { accessKey: '35' },
    { protocol: '335260000001234' },
    { reason: 'curto demais' },
    { reason: 'x'.repeat(256) },
  ])('is rejected with %j', (wrong) => {
    expect(() => buildCancellationXml({ ...request, ...wrong }, aSigner)).toThrow(RangeError);
  });
});

function isSignatureValid(xml: string): boolean {
  const signature = new SignedXml({ publicCert: aSigner.certificate });
  signature.loadSignature(/<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '');
  try {
    return signature.checkSignature(xml);
  } catch {
    return false;
  }
}
