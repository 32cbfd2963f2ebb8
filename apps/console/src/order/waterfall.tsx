import type { Order, OrderAttempt, Page } from '@linework/sdk';
import { StatusBadge } from '../ui/badge.tsx';
import { Failure, Note } from '../ui/state.tsx';
import { countText } from '../ui/text/count-text.ts';
import { shortStep } from '../ui/text/order-text.ts';
import { durationText, exactTime } from '../ui/text/relative-time.ts';
import { toneOf, toWords } from '../ui/text/status-tone.ts';
import { useNow } from '../ui/use-now.ts';
import { AxisHead } from './axis-head.tsx';
import { type Bar, buildWaterfall, type Waterfall as Model, type WaterfallRow } from './build-waterfall.ts';
import styles from './order.module.css';

interface WaterfallProps {
  readonly order: Order;
  readonly attempts: Page<OrderAttempt> | undefined;
  readonly error: unknown;
}

/**
 * A row for each step and a bar for each attempt, on one axis of time. A long wait is shortened, and its length is
 * said.
 */
export function Waterfall({ order, attempts, error }: WaterfallProps) {
  const now = useNow();
  if (error !== null && attempts === undefined) return <Failure error={error} />;
  const waterfall = buildWaterfall(order, attempts?.items ?? [], now);
  const left = (attempts?.meta.total ?? 0) - (attempts?.items.length ?? 0);
  return (
    <>
      <table className={styles.waterfall}>
        <caption className={styles.hidden}>Steps with their attempts, from {exactTime(order.createdAt)}</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Status</th>
            <th scope="col">
              <AxisHead waterfall={waterfall} />
            </th>
            <th scope="col" className={styles.last}>
              In calls
            </th>
          </tr>
        </thead>
        <tbody>
          {waterfall.rows.map((row) => (
            <StepRow key={row.step.id} row={row} waterfall={waterfall} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Note>
          The first {attempts?.items.length} attempts are shown; there are {left} more.
        </Note>
      )}
    </>
  );
}

function StepRow({ row, waterfall }: { readonly row: WaterfallRow; readonly waterfall: Model }) {
  const { step, bars, waits } = row;
  const total = bars.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <tr>
      <th scope="row">
        <span className={styles.step} title={step.orderTypeStepCode}>
          {toWords(shortStep(step.orderTypeStepCode))}
        </span>
        <span className={styles.muted} title={step.actionCode}>
          {[toWords(step.actionCode.split('.')[0] ?? ''), bars.length > 0 && countText(bars.length, 'attempt')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </th>
      <td>
        <StatusBadge status={step.status} />
      </td>
      <td data-empty={bars.length === 0 || undefined}>
        <svg className={styles.track} role="img" aria-label={describeBars(bars)}>
          {waterfall.gaps.map(({ at, width, from, to }) => (
            <rect key={at} className={styles.gap} x={percent(at)} width={percent(width)} y="-6" height="44">
              <title>{`Nothing happened for ${durationText(to - from)}. It is drawn shorter than it was.`}</title>
            </rect>
          ))}
          {waits.map(({ at, width, durationMs }) => (
            <line key={at} className={styles.wait} x1={percent(at)} x2={percent(at + width)} y1="50%" y2="50%">
              <title>{`Waited ${durationText(durationMs)}`}</title>
            </line>
          ))}
          {bars.map((bar) => (
            <AttemptBar key={`${bar.attempt.kind}-${bar.attempt.attempt}`} bar={bar} />
          ))}
        </svg>
      </td>
      <td className={styles.last}>{bars.length === 0 ? '–' : durationText(total)}</td>
    </tr>
  );
}

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

function AttemptBar({ bar }: { readonly bar: Bar }) {
  return (
    <svg aria-hidden x={percent(bar.at)} width={percent(Math.max(bar.width, 0.006))} overflow="visible">
      <rect
        className={styles.attempt}
        data-tone={toneOf(bar.attempt.outcome)}
        x="0"
        y="9"
        width="100%"
        height="14"
        rx="3"
      >
        <title>{describeBar(bar)}</title>
      </rect>
    </svg>
  );
}

function describeBar({ attempt, durationMs }: Bar): string {
  const { kind, outcome, error, startedAt } = attempt;
  const code = typeof error?.['code'] === 'string' ? `: ${error['code']}` : '';
  return (
    `${kind === 'undo' ? 'Undo, attempt' : 'Attempt'} ${attempt.attempt}, ${outcome}${code}, ` +
    `${durationText(durationMs)}, from ${exactTime(startedAt)}`
  );
}

const describeBars = (bars: readonly Bar[]) => (bars.length === 0 ? 'No attempt' : bars.map(describeBar).join('; '));
