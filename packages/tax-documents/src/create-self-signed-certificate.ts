import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  encodeBits,
  encodeInteger,
  encodeNull,
  encodeObjectId,
  encodeSequence,
  encodeSet,
  encodeUtcTime,
  encodeUtf8,
} from './der.ts';
import type { Signer } from './sign-xml.ts';

const commonName = '2.5.4.3';
const sha256WithRsa = '1.2.840.113549.1.1.11';

/**
 * A new RSA key and a self-signed certificate for it, for simulators and tests: it can verify the signature of a
 * receipt, and it cannot be mistaken for a certificate of ICP-Brasil. Certificates with extensions, or of other
 * issuers, are created elsewhere.
 */
export function createSelfSignedCertificate(
  subject: string,
  validity: { readonly from: Date; readonly until: Date },
): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = encodeSequence(encodeObjectId(sha256WithRsa), encodeNull());
  const name = encodeSequence(encodeSet(encodeSequence(encodeObjectId(commonName), encodeUtf8(subject))));
  const content = encodeSequence(
    encodeInteger(randomBytes(16)),
    algorithm,
    name,
    encodeSequence(encodeUtcTime(validity.from), encodeUtcTime(validity.until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = encodeSequence(content, algorithm, encodeBits(sign('sha256', content, privateKey)));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toPem(certificate),
  };
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
