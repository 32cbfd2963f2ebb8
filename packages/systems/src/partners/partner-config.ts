import type { Environment } from '@linework/config/environment';
import { durationMs, optionalSecret, url } from '@linework/config/settings';
import { z } from 'zod';

const pem = z.string().includes('-----BEGIN ', { error: 'must be PEM text' }).optional();

/** Where the partners are, and how Linework identifies itself there: settings of every program that works with them. */
export const partnerConfig = {
  PAYMENTS_URL: url('http', 'https').default('http://127.0.0.1:3011/payments'),
  PAYMENTS_KEY: optionalSecret,
  PAYMENTS_CLIENT_CERT: pem,
  PAYMENTS_CLIENT_KEY: pem,
  PAYMENTS_CA: pem,
  TAX_AUTHORITY_URL: url('http', 'https').default('http://127.0.0.1:3011/tax-authority'),
  TAX_AUTHORITY_KEY: optionalSecret,
  TAX_AUTHORITY_CLIENT_CERT: pem,
  TAX_AUTHORITY_CLIENT_KEY: pem,
  TAX_AUTHORITY_CA: pem,
  CLEARING_HOUSE_URL: url('http', 'https').default('http://127.0.0.1:3011/clearing-house'),
  CLEARING_HOUSE_KEY: optionalSecret,
  CLEARING_HOUSE_CLIENT_CERT: pem,
  CLEARING_HOUSE_CLIENT_KEY: pem,
  CLEARING_HOUSE_CA: pem,
  PARTNER_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }),
};

const partnerNames = ['PAYMENTS', 'TAX_AUTHORITY', 'CLEARING_HOUSE'] as const;
export type PartnerName = (typeof partnerNames)[number];

type OptionalSetting = 'KEY' | 'CLIENT_CERT' | 'CLIENT_KEY' | 'CA';

/** The address of each partner; keys and certificates, as PEM text, where the partner asks for them. */
export type PartnerSettings = { readonly [Name in `${PartnerName}_URL`]: string } & {
  readonly [Name in `${PartnerName}_${OptionalSetting}`]?: string | undefined;
} & { readonly PARTNER_TIMEOUT_MS: number };

const isAnySet = (settings: Environment, names: readonly string[]) => names.some((name) => settings[name] !== undefined);

/**
 * What production needs of the partners: their addresses, whose defaults are the simulator's, and a key or a certificate for each, so
 * that nobody else can speak for this installation.
 */
export function listProductionSettings(settings: Environment): readonly string[] {
  return partnerNames.flatMap((name) => [`${name}_URL`, ...(isAnySet(settings, [`${name}_CLIENT_CERT`]) ? [] : [`${name}_KEY`])]);
}
