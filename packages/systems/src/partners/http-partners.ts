import { durationMs, url } from '@linework/config/settings';
import type { Partners } from '@linework/domain/partners/partners';
import { httpClearingHouse } from './http-clearing-house.ts';
import { httpPaymentProvider } from './http-payment-provider.ts';
import { httpTaxAuthority } from './http-tax-authority.ts';

/** Where the partners are: settings of every program that works with them. */
export const partnerConfig = {
  PAYMENTS_URL: url('http', 'https').default('http://127.0.0.1:3011/payments'),
  TAX_AUTHORITY_URL: url('http', 'https').default('http://127.0.0.1:3011/tax-authority'),
  CLEARING_HOUSE_URL: url('http', 'https').default('http://127.0.0.1:3011/clearing-house'),
  PARTNER_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }),
};

export interface PartnerSettings {
  readonly PAYMENTS_URL: string;
  readonly TAX_AUTHORITY_URL: string;
  readonly CLEARING_HOUSE_URL: string;
  readonly PARTNER_TIMEOUT_MS: number;
}

/** The partners that the settings name. Nothing is asked of them yet: they may come later than this program, and be away for a while. */
export function httpPartners({ PAYMENTS_URL, TAX_AUTHORITY_URL, CLEARING_HOUSE_URL, PARTNER_TIMEOUT_MS: timeoutMs }: PartnerSettings): Partners {
  return {
    paymentProvider: httpPaymentProvider({ url: PAYMENTS_URL, timeoutMs }),
    taxAuthority: httpTaxAuthority({ url: TAX_AUTHORITY_URL, timeoutMs }),
    clearingHouse: httpClearingHouse({ url: CLEARING_HOUSE_URL, timeoutMs }),
  };
}
