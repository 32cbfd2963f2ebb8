import type { Event, Line } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { durationText, exactTime } from '../ui/text/relative-time.ts';
import { toneOf, toWords } from '../ui/text/status-tone.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './line.module.css';

/** Each state has at least this part of the axis, so that one of a second is to be seen. */
const least = 0.03;

/**
 * The states of a line from left to right, with the time in each. Short ones are widened, so the axis is not to scale.
 */
export function StateAxis({ line, events }: { readonly line: Line; readonly events: readonly Event[] }) {
  const states = buildStates(events, line.id, useNow());
  const total = states.reduce((sum, { from, to }) => sum + (to - from), 0) || 1;
  const weights = states.map(({ from, to }) => Math.max(least, (to - from) / total));
  const isWidened = states.some(({ from, to }) => (to - from) / total < least);
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  let at = 0;
  return (
    <>
      <svg
        className={styles.axis}
        role="img"
        aria-label={states.map(({ status }) => toWords(status, 'line')).join(t(', then '))}
      >
        {states.map(({ status, from, to }, index) => {
          const x = at;
          const width = (weights[index] ?? 0) / sum;
          at += width;
          const since = exactTime(new Date(from).toISOString());
          return (
            <rect key={from} data-tone={toneOf(status)} x={`${x * 100}%`} width={`${width * 100}%`} y="0" height="100%">
              <title>
                {t('{status} for {time}, from {since}', {
                  status: toWords(status, 'line'),
                  time: durationText(to - from),
                  since,
                })}
              </title>
            </rect>
          );
        })}
      </svg>
      <ol className={styles.states}>
        {states.slice(-12).map(({ status, from, to }) => (
          <li key={from}>
            <b>{toWords(status, 'line')}</b> {durationText(to - from)}
          </li>
        ))}
        {isWidened && <li>{t('Short states are widened.')}</li>}
      </ol>
    </>
  );
}

interface State {
  readonly status: string;
  readonly from: number;
  readonly to: number;
}

/** The states of a record in their order, from the events of its status changes. The last one lasts until now. */
function buildStates(
  events: readonly Pick<Event, 'at' | 'to' | 'resource'>[],
  recordId: string,
  now: number,
): readonly State[] {
  const changes = events
    .filter(({ to, resource }) => to !== undefined && resource.id === recordId)
    .toSorted((a, b) => a.at.localeCompare(b.at));
  return changes.map(({ at, to }, index) => {
    const next = changes[index + 1];
    return {
      status: to ?? '',
      from: Date.parse(at),
      to: next === undefined ? Math.max(now, Date.parse(at)) : Date.parse(next.at),
    };
  });
}
