import { t } from '../language/translate.ts';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';
import type { OrderDetails, OrderExplanation } from './explanation.ts';

export interface Wait {
  /** What is waited for, by its name. */
  readonly name: string;
  /** The words of who stopped it. */
  readonly reason?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** What `until` is: by default the end of the wait. */
  readonly untilMeans?: string | undefined;
  readonly by?: string | undefined;
  /** A number, masked. */
  readonly msisdn?: string | undefined;
}

/** What an open order waits for, each with its name and its times. */
export function listWaits(
  explanation: OrderExplanation | null | undefined,
  details: OrderDetails | null | undefined,
): readonly Wait[] {
  if (!explanation?.waitsFor || explanation.waitsFor === 'decision') return [];
  const { waitsFor, waitsUntil: until, waitsSince: since, step, pause } = explanation;
  const system = toPhrase(step?.actionCode.split('.')[0] ?? 'system');
  const waits: Readonly<Record<typeof waitsFor, Wait>> = {
    worker: { name: t('A free worker') },
    start: { name: t('The time for which it was placed'), until },
    'back-off': {
      name: t('Attempt {attempt} of {limit} at the {system}', {
        attempt: step?.attempt ?? 1,
        limit: step?.attemptLimit ?? 1,
        system,
      }),
      until,
    },
    system: { name: t('The {system}, which is unavailable', { system }), since, until, untilMeans: t('next try') },
    call: {
      name: t('The {system} to finish {call}', { system, call: details?.call?.reference ?? t('the call') }),
      until: details?.call?.until ?? until,
      untilMeans: t('at the latest'),
    },
    pause: {
      name: t('The end of the pause of {what}', { what: pause ? toPhrase(shortStep(pause.target)) : t('its work') }),
      reason: details?.pause?.reason,
      since: details?.pause?.since,
      by: details?.pause?.by,
      until: details?.pause?.until,
      untilMeans: t('ends'),
    },
  };
  const { porting } = details ?? {};
  return [
    waits[waitsFor],
    ...(porting
      ? [
          {
            name:
              porting.kind === 'port-in'
                ? t('Port-in from {partner}', { partner: porting.partner })
                : t('Port-out to {partner}', { partner: porting.partner }),
            msisdn: porting.msisdn,
            since: porting.windowFrom,
            until: porting.windowUntil,
            untilMeans: 'window',
          },
        ]
      : []),
  ];
}
