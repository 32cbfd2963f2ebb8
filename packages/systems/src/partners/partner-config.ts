import { durationMs, url } from '@linework/config/settings';

/** Where the partners are: settings of every program that works with them. */
export const partnerConfig = {
  PAYMENTS_URL: url('http', 'https').default('http://127.0.0.1:3011/payments'),
  TAX_AUTHORITY_URL: url('http', 'https').default('http://127.0.0.1:3011/tax-authority'),
  CLEARING_HOUSE_URL: url('http', 'https').default('http://127.0.0.1:3011/clearing-house'),
  PARTNER_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }),
};

/** Their defaults are the simulator's addresses, which no production system may call by oversight. */
export const partnerAddresses = ['PAYMENTS_URL', 'TAX_AUTHORITY_URL', 'CLEARING_HOUSE_URL'] as const;

export interface PartnerSettings {
  readonly PAYMENTS_URL: string;
  readonly TAX_AUTHORITY_URL: string;
  readonly CLEARING_HOUSE_URL: string;
  readonly PARTNER_TIMEOUT_MS: number;
}
