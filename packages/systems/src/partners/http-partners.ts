import type { Partners } from '@linework/domain/partners/partners';
import { type Log, silentLog } from '@linework/log/log';
import type { PartnerGuard } from './ask-partner.ts';
import { httpClearingHouse } from './http-clearing-house.ts';
import { httpPaymentProvider } from './http-payment-provider.ts';
import { httpTaxAuthority } from './http-tax-authority.ts';
import type { PartnerSettings } from './partner-config.ts';
import { identityOf } from './partner-identity.ts';

/** The partners, as metrics and health name them. */
export type PartnerSystem = 'payment-provider' | 'tax-authority' | 'clearing-house';

/**
 * The partners that the settings name. Nothing is asked of them yet: they may come later than this program, and be away for a while.
 * What they say in their own words goes to `log`. Calls to each go through its guard, where it has one. Raises `ConfigError` where a certificate
 * cannot be read.
 */
export function httpPartners(
  settings: PartnerSettings,
  log: Pick<Log, 'info'> = silentLog,
  guards: Readonly<Partial<Record<PartnerSystem, PartnerGuard>>> = {},
): Partners {
  const { PAYMENTS_URL, TAX_AUTHORITY_URL, CLEARING_HOUSE_URL, PARTNER_TIMEOUT_MS: timeoutMs } = settings;
  const shared = { timeoutMs, log };
  return {
    paymentProvider: httpPaymentProvider({ url: PAYMENTS_URL, guard: guards['payment-provider'], ...shared, ...identityOf('PAYMENTS', settings) }),
    taxAuthority: httpTaxAuthority({ url: TAX_AUTHORITY_URL, guard: guards['tax-authority'], ...shared, ...identityOf('TAX_AUTHORITY', settings) }),
    clearingHouse: httpClearingHouse({ url: CLEARING_HOUSE_URL, guard: guards['clearing-house'], ...shared, ...identityOf('CLEARING_HOUSE', settings) }),
  };
}
