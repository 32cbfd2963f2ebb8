import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dateLocale, language } from '../language/language.ts';
import { t, tParts } from '../language/translate.ts';
import { describeTarget } from '../pauses/pause-text.ts';
import { findFailure, shortId, shortStep } from '../ui/text/order-text.ts';
import { exactTime } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import type { OrderExplanation } from './explanation.ts';

interface ReasonProps {
  readonly order: Pick<Order, 'status' | 'failure' | 'steps'>;
  /** An earlier release has none. */
  readonly explanation: OrderExplanation | null | undefined;
}

/** Why the order stands where it stands, in the language of the person, from the codes of the server's explanation. */
export function Reason({ order, explanation }: ReasonProps) {
  const cause = causeOf(order, explanation);
  const decision = explanation && <Decision explanation={explanation} />;
  switch (order.status) {
    case 'FAILED':
      return tParts('The order has failed, because {cause}. {decision}', { cause, decision });
    case 'ROLLBACK_FAILED':
      return tParts('The order could not be rolled back, because {cause}. {decision}', { cause, decision });
    case 'CANCEL_FAILED':
      return tParts('The order could not be cancelled, because {cause}. {decision}', { cause, decision });
    case 'ROLLED_BACK':
      return t('The order is rolled back: every step that had started is undone, or an operator has closed it.');
    case 'CANCELLED':
      return t('The order is cancelled: every step that had started is undone, or an operator has closed it.');
    default:
      return explanation ? waitOf(explanation) : `${toWords(order.status, 'order')}.`;
  }
}

/** The attempt that comes next, or that was the last. */
function attemptOf({ step }: Pick<OrderExplanation, 'step'>): string {
  if (step === undefined) return t('its end');
  const values = {
    attempt: step.attempt,
    limit: step.attemptLimit,
    step: toPhrase(shortStep(step.orderTypeStepCode)),
  };
  return step.kind === 'undo'
    ? t('attempt {attempt} of {limit} of the undo of the step “{step}”', values)
    : t('attempt {attempt} of {limit} of the step “{step}”', values);
}

function causeOf(order: ReasonProps['order'], explanation: ReasonProps['explanation']): ReactNode {
  const failure = findFailure(order);
  if (failure === undefined) return t('no worker could start it');
  return tParts('{attempt} ended with {code}', {
    attempt: explanation ? attemptOf(explanation) : t('the step “{step}”', { step: toPhrase(shortStep(failure.step)) }),
    code: failure.code === '' ? t('an error') : <code>{failure.code}</code>,
  });
}

const requests: Readonly<Record<OrderExplanation['allowed'][number], string>> = {
  retry: t('retry it'),
  skip: t('skip the step'),
  rollback: t('roll it back'),
  cancel: t('cancel it'),
  close: t('close it'),
};

/** What a person may do about an order that stopped. Only a newer order takes its retry away. */
function Decision({ explanation: { supersededBy, allowed } }: { readonly explanation: OrderExplanation }) {
  if (supersededBy !== undefined) {
    return tParts('{order} has superseded it, so it needs no decision.', {
      order: (
        <Link to="/orders/$orderId" params={{ orderId: supersededBy }} title={supersededBy}>
          {t('Order {id}', { id: shortId(supersededBy) })}
        </Link>
      ),
    });
  }
  const choices = new Intl.ListFormat(language, { type: 'disjunction' }).format(allowed.map((one) => requests[one]));
  return allowed.includes('retry')
    ? t('It waits for a decision: {choices}.', { choices })
    : t('Its record has changed since. It waits for a decision: {choices}.', { choices });
}

/** Of an order that a worker executes, or that will go on by itself. */
function waitOf(explanation: OrderExplanation): ReactNode {
  const { waitsFor, waitsUntil, waitsSince, lease, pause, step } = explanation;
  const attempt = attemptOf(explanation);
  const until = <Clock at={waitsUntil} />;
  const system = toPhrase(step?.actionCode.split('.')[0] ?? 'system');
  if (lease !== undefined) {
    return tParts('A worker is at {attempt} and holds the order until {until}.', {
      attempt,
      until: <Clock at={lease.leasedUntil} />,
    });
  }
  switch (waitsFor) {
    case 'worker':
      return t('The order waits for a free worker, with {attempt}.', { attempt });
    case 'start':
      return tParts('The order waits until {until}, the time for which it was placed.', { until });
    case 'back-off':
      return tParts('The order waits until {until} for {attempt}, because of {code}.', {
        until,
        attempt,
        code: step?.error === undefined ? t('an error') : <code>{step.error.code}</code>,
      });
    case 'system':
      return tParts('The order waits for the {system}, which is unavailable since {since}, with {attempt}.', {
        system,
        since: <Clock at={waitsSince} />,
        attempt,
      });
    case 'call':
      return t('The order waits for the {system} to finish {attempt}.', { system, attempt });
    case 'pause':
      return t('The order waits before {attempt}, because an operator has paused {target}.', {
        attempt,
        target: pause === undefined ? t('its work') : describeTarget(pause),
      });
    // What a later release waits for is told in its own words.
    default:
      return explanation.sentence;
  }
}

const clock = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A time of today on the reader's clock, to the second. */
function Clock({ at }: { readonly at: string | undefined }) {
  if (at === undefined) return t('an unknown time');
  return (
    <time dateTime={at} title={exactTime(at)}>
      {clock.format(new Date(at))}
    </time>
  );
}
