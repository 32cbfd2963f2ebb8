import { dateLocale, dayShape } from '../language/language.ts';
import { numberText, t } from '../language/translate.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { axisTop, type Day } from './chart-scale.ts';
import { outcomeNames, outcomes, rateText, successRate } from './outcomes.ts';
import styles from './reports.module.css';

/** A time to completion that is drawn as a line. */
type Line = 'p50Seconds' | 'p95Seconds';
const lines = [
  ['p50Seconds', t('half within (p50)')],
  ['p95Seconds', t('95 of 100 within (p95)')],
] as const satisfies readonly (readonly [Line, string])[];

/** At most so many days have their date below them. */
const labels = 8;

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;
const secondsText = (seconds: number): string => durationText(seconds * 1_000);

/** Orders a day as bars, by what became of them. The table beside it has the numbers. */
export function CountChart({ days }: { readonly days: readonly Day[] }) {
  const top = axisTop(Math.max(2, ...days.map(({ count }) => count)));
  const texts = [top, top / 2, 0].map((count) => numberText(count));
  return (
    <Chart
      name={t('Orders a day by what became of them')}
      texts={texts}
      days={days}
      describe={describeCounts}
      legend={outcomes.map((outcome) => [outcome, outcomeNames[outcome]])}
    >
      {days.map(({ day, counts }, index) => (
        <g key={day}>
          {stack(outcomes.map((outcome) => [outcome, counts[outcome]] as const)).map(({ outcome, from, count }) => (
            <rect
              key={outcome}
              className={styles.bar}
              data-series={outcome}
              x={percent((index + 0.2) / days.length)}
              width={percent(0.6 / days.length)}
              y={percent(1 - (from + count) / top)}
              height={percent(count / top)}
            />
          ))}
        </g>
      ))}
    </Chart>
  );
}

/** The parts of a bar, each on top of those before it. */
function stack<Name extends string>(parts: readonly (readonly [Name, number])[]) {
  let from = 0;
  return parts.flatMap(([outcome, count]) => {
    if (count === 0) return [];
    from += count;
    return [{ outcome, from: from - count, count }];
  });
}

/** The time in which half and 95 of 100 of the completed orders of each day were completed. */
export function TimeChart({ days }: { readonly days: readonly Day[] }) {
  const top = axisTop(Math.max(0.001, ...days.map(({ p95Seconds = 0 }) => p95Seconds)));
  return (
    <Chart
      name={t('Time to completion of each day')}
      texts={[secondsText(top), secondsText(top / 2), '0']}
      days={days}
      describe={describeTimes}
      legend={lines}
      isLow
    >
      {lines.map(([line]) => (
        <TimeLine key={line} line={line} days={days} top={top} />
      ))}
    </Chart>
  );
}

interface ChartProps {
  readonly name: string;
  /** The texts of the axis, from above. */
  readonly texts: readonly string[];
  readonly days: readonly Day[];
  readonly describe: (day: Day) => string;
  readonly legend: readonly (readonly [series: string, name: string])[];
  readonly isLow?: boolean;
  readonly children: React.ReactNode;
}

/** The frame of a chart: its axis, its days, what is under the pointer, and the legend. */
function Chart({ name, texts, days, describe, legend, isLow, children }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <svg
        className={styles.plot}
        data-low={isLow}
        role="img"
        aria-label={t('{chart}; the numbers are in the table', { chart: name })}
      >
        {[0, 0.5, 1].map((y) => (
          <line key={y} className={styles.rule} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
        ))}
        {children}
        {days.map((day, index) => (
          <rect
            key={day.day}
            className={styles.hover}
            x={percent(index / days.length)}
            width={percent(1 / days.length)}
            height="100%"
          >
            <title>{`${dayText(day.day)}: ${describe(day)}`}</title>
          </rect>
        ))}
      </svg>
      <Dates days={days} />
      <figcaption className={styles.legend}>
        {legend.map(([series, text]) => (
          <span key={series} data-series={series}>
            {text}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The dates below the bars; on a narrow screen every second of them. */
function Dates({ days }: { readonly days: readonly Day[] }) {
  const every = Math.ceil(days.length / labels);
  return (
    <svg className={styles.days} aria-hidden>
      {days.map(({ day }, index) =>
        (days.length - 1 - index) % every === 0 ? (
          <text
            key={day}
            x={percent((index + 0.5) / days.length)}
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
}

/** A dot for each day, and a line from one to the next. A day without a completed order has none. */
function TimeLine({ line, days, top }: TimeLineProps) {
  const points = days.flatMap(({ day, [line]: seconds }, index) =>
    seconds === undefined ? [] : [{ day, x: percent((index + 0.5) / days.length), y: percent(1 - seconds / top) }],
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

const { day: dayDigits, month } = dayShape;
const axisDay = new Intl.DateTimeFormat(dateLocale, { day: dayDigits, month, timeZone: 'UTC' });

/** `25 Nov`, `25/11`: the year is known. */
const dayText = (day: string): string => axisDay.format(new Date(day));

const describeCounts = ({ count, counts }: Day): string =>
  t(
    '{count} order, {completed} completed, {failed} failed, success {rate} | ' +
      '{count} orders, {completed} completed, {failed} failed, success {rate}',
    { count, completed: counts.completed, failed: counts.failed, rate: rateText(successRate(counts)) },
  );

const describeTimes = ({ p50Seconds, p95Seconds }: Day): string =>
  p50Seconds === undefined || p95Seconds === undefined
    ? t('none was completed')
    : `p50 ${secondsText(p50Seconds)}, p95 ${secondsText(p95Seconds)}`;
