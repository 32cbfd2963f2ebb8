import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import type { Signer } from '@linework/tax-documents/sign-xml';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { TaxConfig } from './tax-config.ts';

const dayMs = 86_400_000;
const trialDays = 365;

/**
 * The settings for issuing receipts. Without a certificate they are for trial, and a certificate is created when it is
 * first needed. Raises `ConfigError` when the two files are not a certificate and its key, and when production has no
 * certificate.
 */
export function readTaxSettings(config: TaxConfig, now: () => Date = () => new Date()): TaxSettings {
  const { TAX_ENVIRONMENT: environment, TAX_LEASE_MS: leaseMs } = config;
  const configuredSigner = readSigner(config);
  if (configuredSigner === undefined && environment === 'PRODUCTION')
    throw new ConfigError(['TAX_CERTIFICATE_FILE and TAX_KEY_FILE are needed with TAX_ENVIRONMENT=PRODUCTION']);
  let signer: Signer | undefined;
  return {
    environment,
    leaseMs,
    get signer() {
      signer ??= configuredSigner ?? createSelfSignedCertificate('Linework trial', createValidity(now()));
      return signer;
    },
  };
}

function createValidity(now: Date) {
  return { from: new Date(now.getTime() - dayMs), until: new Date(now.getTime() + trialDays * dayMs) };
}

function readSigner({ TAX_CERTIFICATE_FILE: certificateFile, TAX_KEY_FILE: keyFile }: TaxConfig): Signer | undefined {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined)
    throw new ConfigError(['Set both TAX_CERTIFICATE_FILE and TAX_KEY_FILE, or neither']);
  try {
    const signer = { certificate: readFileSync(certificateFile, 'utf8'), privateKey: readFileSync(keyFile, 'utf8') };
    if (new X509Certificate(signer.certificate).checkPrivateKey(createPrivateKey(signer.privateKey))) return signer;
  } catch {
    // The content and the paths of the files must not be logged.
  }
  throw new ConfigError(['TAX_CERTIFICATE_FILE and TAX_KEY_FILE must be a PEM certificate and its RSA key']);
}
