import type { Environment } from '@linework/config/environment';
import { durationMs, optionalSecret, url } from '@linework/config/settings';
import { z } from 'zod';

const pem = z.string().includes('-----BEGIN ', { error: 'must be PEM text' }).optional();

/** The addresses of the partners and Linework's credentials there: settings of every program that calls them. */
export const partnerConfig = {
  PAYMENTS_URL: url('http', 'https')
    .default('http://127.0.0.1:3011/payments')
    .describe('Address of the payment provider.'),
  PAYMENTS_KEY: optionalSecret.describe(
    'Key sent to the payment provider as `Authorization: Bearer`. Production needs it, or a client certificate.',
  ),
  PAYMENTS_CLIENT_CERT: pem.describe('Client certificate (PEM) for mutual TLS with the payment provider.'),
  PAYMENTS_CLIENT_KEY: pem.describe('Private key (PEM) of that certificate.'),
  PAYMENTS_CA: pem.describe('Certificates (PEM) that are trusted from the payment provider.'),
  TAX_AUTHORITY_URL: url('http', 'https')
    .default('http://127.0.0.1:3011/tax-authority')
    .describe('Address of the tax authority.'),
  TAX_AUTHORITY_KEY: optionalSecret.describe(
    'Key sent to the tax authority as `Authorization: Bearer`. Production needs it, or a client certificate.',
  ),
  TAX_AUTHORITY_CLIENT_CERT: pem.describe('Client certificate (PEM) for mutual TLS with the tax authority.'),
  TAX_AUTHORITY_CLIENT_KEY: pem.describe('Private key (PEM) of that certificate.'),
  TAX_AUTHORITY_CA: pem.describe('Certificates (PEM) that are trusted from the tax authority.'),
  CLEARING_HOUSE_URL: url('http', 'https')
    .default('http://127.0.0.1:3011/clearing-house')
    .describe('Address of the clearing house.'),
  CLEARING_HOUSE_KEY: optionalSecret.describe(
    'Key sent to the clearing house as `Authorization: Bearer`. Production needs it, or a client certificate.',
  ),
  CLEARING_HOUSE_CLIENT_CERT: pem.describe('Client certificate (PEM) for mutual TLS with the clearing house.'),
  CLEARING_HOUSE_CLIENT_KEY: pem.describe('Private key (PEM) of that certificate.'),
  CLEARING_HOUSE_CA: pem.describe('Certificates (PEM) that are trusted from the clearing house.'),
  PARTNER_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }).describe('Time limit of a call to a partner.'),
};

const partnerNames = ['PAYMENTS', 'TAX_AUTHORITY', 'CLEARING_HOUSE'] as const;
export type PartnerName = (typeof partnerNames)[number];

type OptionalSetting = 'KEY' | 'CLIENT_CERT' | 'CLIENT_KEY' | 'CA';

/** The address of each partner, with keys and certificates as PEM text if the partner requires them. */
export type PartnerSettings = { readonly [Name in `${PartnerName}_URL`]: string } & {
  readonly [Name in `${PartnerName}_${OptionalSetting}`]?: string | undefined;
} & { readonly PARTNER_TIMEOUT_MS: number };

const isAnySet = (settings: Environment, names: readonly string[]) =>
  names.some((name) => settings[name] !== undefined);

/**
 * Production needs the partners' addresses, whose defaults are the simulator's, and a key or a certificate for each, so
 * that no other system can act as this installation.
 */
export function listProductionSettings(settings: Environment): readonly string[] {
  return partnerNames.flatMap((name) => [
    `${name}_URL`,
    ...(isAnySet(settings, [`${name}_CLIENT_CERT`]) ? [] : [`${name}_KEY`]),
  ]);
}
