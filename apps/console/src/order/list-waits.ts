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
    worker: { name: 'A free worker' },
    start: { name: 'The time for which it was placed', until },
    'back-off': { name: `Attempt ${step?.attempt} of ${step?.attemptLimit} at the ${system}`, until },
    system: { name: `The ${system}, which is unavailable`, since, until, untilMeans: 'next try' },
    call: {
      name: `The ${system} to finish ${details?.call?.reference ?? 'the call'}`,
      until: details?.call?.until ?? until,
      untilMeans: 'at the latest',
    },
    pause: {
      name: `The end of the pause of ${pause ? toPhrase(shortStep(pause.target)) : 'its work'}`,
      reason: details?.pause?.reason,
      since: details?.pause?.since,
      by: details?.pause?.by,
      until: details?.pause?.until,
      untilMeans: 'ends',
    },
  };
  const { porting } = details ?? {};
  return [
    waits[waitsFor],
    ...(porting
      ? [
          {
            name: porting.kind === 'port-in' ? `Port-in from ${porting.partner}` : `Port-out to ${porting.partner}`,
            msisdn: porting.msisdn,
            since: porting.windowFrom,
            until: porting.windowUntil,
            untilMeans: 'window',
          },
        ]
      : []),
  ];
}
