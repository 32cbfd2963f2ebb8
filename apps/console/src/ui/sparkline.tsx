import { t } from '../language/translate.ts';
import styles from './sparkline.module.css';

const height = 20;
const step = 5;

interface Described {
  readonly total: string;
  readonly count: number;
  readonly highest: string;
}

const describe = {
  hours: (values: Described) => t('{total} in {count} hours, at most {highest} in one', values),
  days: (values: Described) => t('{total} in {count} days, at most {highest} in one', values),
};

interface SparklineProps {
  readonly values: readonly number[];
  /** What a bar is. */
  readonly unit?: keyof typeof describe | undefined;
  readonly tone?: 'danger' | 'progress' | undefined;
  /** A value as text, where it is no count. */
  readonly format?: ((value: number) => string) | undefined;
}

/** Counts as small bars, by default those of the last hours. The highest has the full height. */
export function Sparkline({ values, unit = 'hours', tone = 'danger', format = String }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <svg
      className={styles.sparkline}
      data-tone={tone}
      width={values.length * step}
      height={height}
      role="img"
      aria-label={describe[unit]({ total: format(total), count: values.length, highest: format(highest) })}
    >
      {values.map((value, index) => {
        const size = value === 0 ? 1 : Math.max(2, (value / highest) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its place.
            key={index}
            data-empty={value === 0 || undefined}
            x={index * step}
            y={height - size}
            width={step - 1.5}
            height={size}
          />
        );
      })}
    </svg>
  );
}
