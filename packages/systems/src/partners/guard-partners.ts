import type { Log } from '@linework/log/log';
import type { Partners } from '@linework/partners/partners';
import { createLoggedBreaker } from '../breaker/create-logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/create-system-breaker.ts';
import { createHttpPartners, type PartnerSystem } from './create-http-partners.ts';
import type { PartnerSettings } from './partner-config.ts';

export interface GuardedPartners {
  readonly partners: Partners;
  readonly breakers: Readonly<Record<PartnerSystem, SystemBreaker>>;
}

interface GuardDeps {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

/** The partners of the settings, each behind its own breaker. Raises the errors of `createHttpPartners`. */
export function guardPartners(settings: PartnerSettings, { log, observer }: GuardDeps): GuardedPartners {
  const createBreaker = (system: PartnerSystem, name: string) =>
    createLoggedBreaker({
      system,
      log,
      observer,
      unavailableMessage: `${name} does not respond; calls to it are made later`,
      backMessage: `${name} responds again`,
    });
  const breakers = {
    'payment-provider': createBreaker('payment-provider', 'the payment provider'),
    'tax-authority': createBreaker('tax-authority', 'the tax authority'),
    'clearing-house': createBreaker('clearing-house', 'the clearing house'),
  };
  return { partners: createHttpPartners(settings, log, breakers), breakers };
}

/** The names of the partners, for metrics. */
export const partnerSystems: readonly PartnerSystem[] = ['payment-provider', 'tax-authority', 'clearing-house'];
