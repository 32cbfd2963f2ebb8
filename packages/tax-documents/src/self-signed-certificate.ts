import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { bits, integer, none, objectId, sequence, set, utcTime, utf8 } from './der.ts';
import type { Signer } from './xml-signature.ts';

const commonName = '2.5.4.3';
const sha256WithRsa = '1.2.840.113549.1.1.11';

/**
 * A new RSA key and a certificate over it that vouches for itself, for simulators and tests: the signature of a receipt can be verified with it, and
 * nobody will take it for one of ICP-Brasil's. Certificates with extensions, or of other issuers, are made elsewhere.
 */
export function selfSignedCertificate(subject: string, validity: { readonly from: Date; readonly until: Date }): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(objectId(sha256WithRsa), none());
  const name = sequence(set(sequence(objectId(commonName), utf8(subject))));
  const told = sequence(
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(utcTime(validity.from), utcTime(validity.until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(told, algorithm, bits(sign('sha256', told, privateKey)));
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: inPem(certificate) };
}

function inPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
