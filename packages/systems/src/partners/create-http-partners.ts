import { type Log, silentLog } from '@linework/log/log';
import type { Partners } from '@linework/partners/partners';
import { createHttpClearingHouse } from './create-http-clearing-house.ts';
import { createHttpPaymentProvider } from './create-http-payment-provider.ts';
import { createHttpTaxAuthority } from './create-http-tax-authority.ts';
import type { PartnerGuard } from './create-partner-client.ts';
import { createPartnerIdentity } from './create-partner-identity.ts';
import type { PartnerSettings } from './partner-config.ts';

/** The partners' names in metrics and health. */
export type PartnerSystem = 'payment-provider' | 'tax-authority' | 'clearing-house';

/**
 * The partners of the settings. They are not called yet: they may start later than this program, and be unreachable for
 * a while. Their own texts go to `log`. Calls go through the guard of the partner, if it has one. Raises `ConfigError`
 * when a certificate cannot be read.
 */
export function createHttpPartners(
  settings: PartnerSettings,
  log: Pick<Log, 'info'> = silentLog,
  guards: Readonly<Partial<Record<PartnerSystem, PartnerGuard>>> = {},
): Partners {
  const { PAYMENTS_URL, TAX_AUTHORITY_URL, CLEARING_HOUSE_URL, PARTNER_TIMEOUT_MS: timeoutMs } = settings;
  const sharedOptions = { timeoutMs, log };
  return {
    paymentProvider: createHttpPaymentProvider({
      url: PAYMENTS_URL,
      guard: guards['payment-provider'],
      ...sharedOptions,
      ...createPartnerIdentity('PAYMENTS', settings),
    }),
    taxAuthority: createHttpTaxAuthority({
      url: TAX_AUTHORITY_URL,
      guard: guards['tax-authority'],
      ...sharedOptions,
      ...createPartnerIdentity('TAX_AUTHORITY', settings),
    }),
    clearingHouse: createHttpClearingHouse({
      url: CLEARING_HOUSE_URL,
      guard: guards['clearing-house'],
      ...sharedOptions,
      ...createPartnerIdentity('CLEARING_HOUSE', settings),
    }),
  };
}
