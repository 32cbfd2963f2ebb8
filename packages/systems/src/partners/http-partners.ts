import type { Partners } from '@linework/domain/partners/partners';
import { type Log, silentLog } from '@linework/log/log';
import { httpClearingHouse } from './http-clearing-house.ts';
import { httpPaymentProvider } from './http-payment-provider.ts';
import { httpTaxAuthority } from './http-tax-authority.ts';
import type { PartnerSettings } from './partner-config.ts';
import { identityOf } from './partner-identity.ts';

/**
 * The partners that the settings name. Nothing is asked of them yet: they may come later than this program, and be away for a while.
 * What they say in their own words goes to `log`. Raises `ConfigError` where a certificate cannot be read.
 */
export function httpPartners(settings: PartnerSettings, log: Pick<Log, 'info'> = silentLog): Partners {
  const { PAYMENTS_URL, TAX_AUTHORITY_URL, CLEARING_HOUSE_URL, PARTNER_TIMEOUT_MS: timeoutMs } = settings;
  const shared = { timeoutMs, log };
  return {
    paymentProvider: httpPaymentProvider({ url: PAYMENTS_URL, ...shared, ...identityOf('PAYMENTS', settings) }),
    taxAuthority: httpTaxAuthority({ url: TAX_AUTHORITY_URL, ...shared, ...identityOf('TAX_AUTHORITY', settings) }),
    clearingHouse: httpClearingHouse({ url: CLEARING_HOUSE_URL, ...shared, ...identityOf('CLEARING_HOUSE', settings) }),
  };
}
