import { countText } from '../ui/text/count-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { axisTop, listDays } from './chart-scale.ts';
import styles from './reports.module.css';
import type { ReportRow } from './use-report.ts';

type Day = ReportRow & { readonly day: string };
/** A time to completion that is drawn as a line. */
type Line = 'p50Seconds' | 'p99Seconds';
const lines = [
  ['p50Seconds', 'p50'],
  ['p99Seconds', 'p99'],
] as const satisfies readonly (readonly [Line, string])[];

/** At most so many days have their date below them. */
const labels = 8;

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;
const secondsText = (seconds: number): string => durationText(seconds * 1_000);

/**
 * Orders a day as bars, with the time in which half and 99 of 100 were completed on an axis of its own. The table
 * beside it has the numbers.
 */
export function Chart({ rows, days }: { readonly rows: readonly ReportRow[]; readonly days: number }) {
  const shown = listDays(rows, days, Date.now());
  const topCount = axisTop(Math.max(2, ...shown.map(({ count }) => count)));
  const topSeconds = axisTop(Math.max(0.001, ...shown.map(({ p99Seconds = 0 }) => p99Seconds)));
  const at = (index: number) => (index + 0.5) / shown.length;
  return (
    <figure className={styles.chart}>
      <Axis name="Orders" texts={[topCount, topCount / 2, 0].map((count) => count.toLocaleString('en'))} />
      <svg className={styles.plot} role="img" aria-label="Orders a day with p50 and p99; the numbers are in the table">
        {[0, 0.5, 1].map((y) => (
          <line key={y} className={styles.rule} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
        ))}
        {shown.map(({ day, count }, index) => (
          <rect
            key={day}
            className={styles.bar}
            x={percent(at(index) - 0.3 / shown.length)}
            width={percent(0.6 / shown.length)}
            {...fromBelow(count / topCount)}
          />
        ))}
        {lines.map(([line]) => (
          <TimeLine key={line} line={line} days={shown} top={topSeconds} at={at} />
        ))}
        {shown.map((row, index) => (
          <rect
            key={row.day}
            className={styles.hover}
            x={percent(index / shown.length)}
            width={percent(1 / shown.length)}
            height="100%"
          >
            <title>{describeDay(row)}</title>
          </rect>
        ))}
      </svg>
      <Axis name="Time" texts={[secondsText(topSeconds), secondsText(topSeconds / 2), '0']} />
      <Dates days={shown} at={at} />
      <figcaption className={styles.legend}>
        <span data-series="orders">Orders</span>
        {lines.map(([line, name]) => (
          <span key={line} data-series={line}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const fromBelow = (part: number) => ({ y: percent(1 - part), height: percent(part) });

function Axis({ name, texts }: { readonly name: string; readonly texts: readonly string[] }) {
  return (
    <div className={styles.axis} title={name} aria-hidden>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

/** The dates below the bars; on a narrow screen every second of them. */
function Dates({ days, at }: { readonly days: readonly Day[]; readonly at: (index: number) => number }) {
  const every = Math.ceil(days.length / labels);
  return (
    <svg className={styles.days} aria-hidden>
      {days.map(({ day }, index) =>
        (days.length - 1 - index) % every === 0 ? (
          <text
            key={day}
            x={percent(at(index))}
            y="16"
            textAnchor="middle"
            data-wide={((days.length - 1 - index) / every) % 2 === 1 || undefined}
          >
            {dayText(day)}
          </text>
        ) : null,
      )}
    </svg>
  );
}

interface TimeLineProps {
  readonly line: Line;
  readonly days: readonly Day[];
  readonly top: number;
  readonly at: (index: number) => number;
}

/** A dot for each day, and a line from one to the next. A day without a completed order has none. */
function TimeLine({ line, days, top, at }: TimeLineProps) {
  const points = days.flatMap(({ day, [line]: seconds }, index) =>
    seconds === undefined ? [] : [{ day, x: percent(at(index)), y: percent(1 - seconds / top) }],
  );
  return (
    <g className={styles.line} data-series={line}>
      {points.map(({ day, x, y }, index) => {
        const before = points[index - 1];
        return before && <line key={day} x1={before.x} y1={before.y} x2={x} y2={y} />;
      })}
      {points.map(({ day, x, y }) => (
        <circle key={day} cx={x} cy={y} r="3" />
      ))}
    </g>
  );
}

const dayText = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function describeDay({ day, count, p50Seconds, p99Seconds }: Day): string {
  const times =
    p50Seconds === undefined || p99Seconds === undefined
      ? ''
      : `, p50 ${secondsText(p50Seconds)}, p99 ${secondsText(p99Seconds)}`;
  return `${dayText(day)}: ${countText(count, 'order')}${times}`;
}
