import type { Partners } from '@linework/domain/partners/partners';
import type { Log } from '@linework/log/log';
import { loggedBreaker } from '../breaker/logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/system-breaker.ts';
import { httpPartners, type PartnerSystem } from './http-partners.ts';
import type { PartnerSettings } from './partner-config.ts';

export interface GuardedPartners {
  readonly partners: Partners;
  readonly breakers: Readonly<Record<PartnerSystem, SystemBreaker>>;
}

interface Told {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

/** The partners that the settings name, each behind a breaker of its own. Raises what `httpPartners` raises. */
export function guardedPartners(settings: PartnerSettings, { log, observer }: Told): GuardedPartners {
  const breakerOf = (system: PartnerSystem, name: string) =>
    loggedBreaker({ system, log, observer, away: `${name} does not answer; calls to it are made later`, back: `${name} answers again` });
  const breakers = {
    'payment-provider': breakerOf('payment-provider', 'the payment provider'),
    'tax-authority': breakerOf('tax-authority', 'the tax authority'),
    'clearing-house': breakerOf('clearing-house', 'the clearing house'),
  };
  return { partners: httpPartners(settings, log, breakers), breakers };
}

/** The names of the partners, for metrics. */
export const partnerSystems: readonly PartnerSystem[] = ['payment-provider', 'tax-authority', 'clearing-house'];
