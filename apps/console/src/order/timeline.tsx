import type { Event, Order, OrderAttempt, Page } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { t, tParts } from '../language/translate.ts';
import { Actor } from '../ui/actor.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Masked } from '../ui/masked.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { durationText, exactTime } from '../ui/text/relative-time.ts';
import { type Tone, toneOf, toPhrase, toWords } from '../ui/text/status-tone.ts';
import { useNow } from '../ui/use-now.ts';
import { buildTimeline, type Happening, type TimelineItem } from './build-timeline.ts';
import type { OrderDetails, OrderExplanation } from './explanation.ts';
import { listWaits } from './list-waits.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly order: Order;
  readonly attempts: Page<OrderAttempt> | undefined;
  readonly events: Page<Event> | undefined;
  readonly explanation: OrderExplanation | null | undefined;
  readonly details: OrderDetails | null | undefined;
  readonly error: unknown;
}

/** Calls, steps, events and changes of an order in one line of time, with what comes next. */
export function Timeline({ order, attempts, events, explanation, details, error }: TimelineProps) {
  const now = useNow();
  if (attempts === undefined || events === undefined)
    return error === null ? <Loading what={t('the timeline')} /> : <Failure error={error} />;
  const { items, pending } = buildTimeline({
    order,
    attempts: attempts.items,
    events: events.items,
    changes: explanation?.changes ?? findChanges(events, order.id),
    now,
  });
  const left = leftOf(attempts) + leftOf(events);
  return (
    <>
      <ol className={styles.timeline} aria-label={t('Timeline')}>
        {items.map((item, index) => (
          <Row key={item.key} item={item} before={items[index - 1]} order={order} details={details} />
        ))}
        {listWaits(explanation, details).map(({ name }, index) => (
          <NextRow key={name} offset={index === 0 ? t('now') : ''} tone="progress">
            <span>
              {index === 0 ? t('Waits for {name}', { name: name.charAt(0).toLowerCase() + name.slice(1) }) : name}
            </span>
          </NextRow>
        ))}
        {pending.map((step) => (
          <NextRow key={step.id} offset={t('then')}>
            <span title={step.orderTypeStepCode}>{toWords(shortStep(step.orderTypeStepCode))}</span>
            <span className={styles.muted}>{toPhrase(step.actionCode.split('.')[0] ?? '')}</span>
          </NextRow>
        ))}
      </ol>
      {left > 0 && <Note>{t('The oldest ones are shown; there are {left} more.', { left })}</Note>}
    </>
  );
}

const leftOf = ({ meta, items }: Page<unknown>): number => meta.total - items.length;

/** An earlier server has no explanation. Then the events of other records are the changes. */
function findChanges(events: Page<Event>, orderId: string): OrderExplanation['changes'] {
  return events.items.flatMap(({ resource, from, to, at }) =>
    resource.id === orderId || to === undefined
      ? []
      : [{ resource, to, changedAt: at, ...(from !== undefined && { from }) }],
  );
}

interface RowProps {
  readonly item: TimelineItem;
  readonly before: TimelineItem | undefined;
  readonly order: Order;
  readonly details: OrderDetails | null | undefined;
}

function Row({ item, before, order, details }: RowProps) {
  const { at, offsetMs, waitMs, what, bar } = item;
  const offset = offsetText(offsetMs);
  const isRepeated = before !== undefined && offsetText(before.offsetMs) === offset;
  const exact = exactTime(new Date(at).toISOString());
  return (
    <>
      {waitMs !== undefined && (
        <li className={styles.wait}>
          <span className={styles.rail} aria-hidden />
          <span className={styles.body}>{t('{time} later', { time: durationText(waitMs) })}</span>
        </li>
      )}
      <li className={styles.row} data-kind={what.kind} data-tone={toneOfHappening(what)}>
        <time className={styles.offset} dateTime={new Date(at).toISOString()} title={exact}>
          <span className={isRepeated ? styles.hidden : undefined}>{offset}</span>
        </time>
        <span className={styles.rail} aria-hidden>
          <span className={styles.dot} />
        </span>
        <span className={styles.body}>
          <What what={what} order={order} details={details} />
        </span>
        {bar !== undefined && (
          <span className={styles.track}>
            <svg className={styles.bar} aria-hidden>
              <rect x={percent(bar.at)} width={percent(Math.max(bar.width, 0.008))} height="100%" rx="3" />
            </svg>
          </span>
        )}
        {what.kind === 'call' && <span className={styles.duration}>{durationText(what.durationMs)}</span>}
      </li>
    </>
  );
}

const percent = (part: number) => `${(Math.min(part, 0.992) * 100).toFixed(2)}%`;

const offsetText = (ms: number): string => (ms === 0 ? '0' : `+${durationText(ms)}`);

function toneOfHappening(what: Happening): Tone {
  if (what.kind === 'call') return toneOf(what.attempt.outcome);
  if (what.kind === 'step') return toneOf(what.step.status);
  if (what.kind === 'event' && what.event.to !== undefined) {
    const tone = toneOf(what.event.to);
    return tone === 'progress' ? 'quiet' : tone;
  }
  return 'quiet';
}

function What({ what, ...of }: Pick<RowProps, 'order' | 'details'> & { readonly what: Happening }) {
  switch (what.kind) {
    case 'event':
      return <EventText event={what.event} />;
    case 'call':
      return <CallText attempt={what.attempt} isLast={what.isLast} {...of} />;
    case 'step':
      return <b title={what.step.orderTypeStepCode}>{toWords(shortStep(what.step.orderTypeStepCode))}</b>;
    case 'change':
      return <ChangeText change={what.change} details={of.details} />;
  }
}

function EventText({ event }: { readonly event: Event }) {
  return (
    <>
      <b title={event.type}>{toWords(event.type.replace(/^order\./, ''), 'order')}</b>
      {event.actor !== undefined && event.actor.type !== 'system' && (
        <span className={styles.muted}>{tParts('by {actor}', { actor: <Actor event={event} /> })}</span>
      )}
    </>
  );
}

interface CallTextProps extends Pick<RowProps, 'order' | 'details'> {
  readonly attempt: OrderAttempt;
  readonly isLast: boolean;
}

/** A call that went well needs no word. One that did not has its code, and the words of whoever refused it. */
function CallText({ attempt, isLast, order, details }: CallTextProps) {
  const { stepId, orderTypeStepCode, kind, attempt: number, outcome, workersLost, error } = attempt;
  const step = order.steps.find(({ id }) => id === stepId);
  const system = toPhrase(step?.actionCode.split('.')[0] ?? '');
  const isRepeated = number > 1 || !isLast;
  // The words that stopped the order are above the timeline.
  const told = order.failure === null ? details?.systemTexts : details?.systemTexts.slice(0, -1);
  const said = told?.find((one) => one.stepId === stepId && one.kind === kind && one.attempt === number);
  return (
    <>
      <b title={orderTypeStepCode}>
        {kind === 'undo'
          ? t('Undo: {step}', { step: toPhrase(shortStep(orderTypeStepCode)) })
          : toWords(shortStep(orderTypeStepCode))}
      </b>
      <span className={styles.muted}>
        {isRepeated ? t('{system}, attempt {number}', { system, number }) : system}
        {workersLost !== undefined && t(', after a worker was lost')}
      </span>
      {outcome !== 'done' && (
        <span className={styles.outcome}>
          <StatusBadge kind="attempt" status={outcome} />
          {typeof error?.['code'] === 'string' && (
            <code>
              <Code text={error['code']} />
            </code>
          )}
        </span>
      )}
      {said !== undefined && <SystemText system={system} text={said.text} />}
    </>
  );
}

/** What a system said about a refusal, in its own words. They are masked. */
export const SystemText = ({ system, text }: { readonly system: string; readonly text: string }) => (
  <span className={styles.said}>{tParts('The {system} said: “{text}”', { system, text: <Masked text={text} /> })}</span>
);

function ChangeText({
  change: { resource, from, to },
  details,
}: {
  readonly change: OrderExplanation['changes'][number];
  readonly details: OrderDetails | null | undefined;
}) {
  return (
    <>
      <ChangedName resource={resource} details={details} />
      <span className={styles.move}>
        {from !== undefined && (
          <>
            <StatusBadge kind={resource.type} status={from} />
            <span aria-hidden>→</span>
            <span className={styles.hidden}> {t('became')} </span>
          </>
        )}
        <StatusBadge kind={resource.type} status={to} />
      </span>
    </>
  );
}

/** The number of the line, or the number or SIM itself. */
function ChangedName({
  resource: { type, id },
  details,
}: {
  readonly resource: { readonly type: string; readonly id: string };
  readonly details: OrderDetails | null | undefined;
}) {
  if (type === 'line') {
    return (
      <span>
        {tParts('Line {link}', {
          link: (
            <Link to="/lines/$lineId" params={{ lineId: id }}>
              {details?.line?.id === id ? <Masked text={details.line.msisdn} /> : shortId(id)}
            </Link>
          ),
        })}
      </span>
    );
  }
  const found = details?.resources.find((one) => one.id === id);
  const code = found?.msisdn ?? found?.iccId;
  return (
    <span title={code === undefined ? id : undefined}>
      {found?.type === 'MSISDN' ? t('Number') : toWords(found?.type ?? type)}{' '}
      {code === undefined ? shortId(id) : <Masked text={code} />}
    </span>
  );
}

interface NextRowProps {
  readonly offset: string;
  readonly tone?: Tone;
  readonly children: React.ReactNode;
}

/** What is waited for, or comes next. */
function NextRow({ offset, tone, children }: NextRowProps) {
  return (
    <li className={styles.row} data-kind="next" data-tone={tone}>
      <span className={styles.offset}>{offset}</span>
      <span className={styles.rail} aria-hidden>
        <span className={styles.dot} />
      </span>
      <span className={styles.body}>{children}</span>
    </li>
  );
}
