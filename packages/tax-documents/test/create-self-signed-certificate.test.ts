import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeInteger, encodeObjectId, encodeUtcTime, encodeUtf8 } from '../src/der.ts';
import { aSigner } from './support/a-signer.ts';

describe('a self-signed certificate', () => {
  const certificate = new X509Certificate(aSigner.certificate);

  it('verifies with its own key', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('belongs to its key', () => {
    expect(certificate.checkPrivateKey(createPrivateKey(aSigner.privateKey))).toBe(true);
  });

  it('has a subject and a period of validity', () => {
    expect(certificate.subject).toBe('CN=Linework Testes');
    expect([certificate.validFromDate, certificate.validToDate]).toEqual([
      new Date('2026-01-01T00:00:00Z'),
      new Date('2036-01-01T00:00:00Z'),
    ]);
  });
});

describe('DER', () => {
  it.each([
    ['a small number', encodeInteger(Buffer.of(0, 0, 5)), '020105'],
    ['a number with its highest bit set', encodeInteger(Buffer.of(0x80)), '02020080'],
    ['nought', encodeInteger(Buffer.of(0)), '020100'],
    ['the name of SHA-256 with RSA', encodeObjectId('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
    ['a time', encodeUtcTime(new Date('2026-11-21T12:41:35Z')), `170d${Buffer.from('261121124135Z').toString('hex')}`],
    ['a text longer than 127 bytes', encodeUtf8('x'.repeat(200)), `0c81c8${'78'.repeat(200)}`],
    ['a text longer than 255 bytes', encodeUtf8('x'.repeat(300)), `0c82012c${'78'.repeat(300)}`],
  ])('writes %s', (_, written, hex) => {
    expect(written.toString('hex')).toBe(hex);
  });
});
