import type { Partners } from '@linework/domain/partners/partners';
import { httpClearingHouse } from './http-clearing-house.ts';
import { httpPaymentProvider } from './http-payment-provider.ts';
import { httpTaxAuthority } from './http-tax-authority.ts';
import type { PartnerSettings } from './partner-config.ts';

/** The partners that the settings name. Nothing is asked of them yet: they may come later than this program, and be away for a while. */
export function httpPartners({ PAYMENTS_URL, TAX_AUTHORITY_URL, CLEARING_HOUSE_URL, PARTNER_TIMEOUT_MS: timeoutMs }: PartnerSettings): Partners {
  return {
    paymentProvider: httpPaymentProvider({ url: PAYMENTS_URL, timeoutMs }),
    taxAuthority: httpTaxAuthority({ url: TAX_AUTHORITY_URL, timeoutMs }),
    clearingHouse: httpClearingHouse({ url: CLEARING_HOUSE_URL, timeoutMs }),
  };
}
