import styles from './sparkline.module.css';

const height = 20;
const step = 5;

/** The counts of the last hours as small bars. The highest has the full height. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <svg
      className={styles.sparkline}
      width={values.length * step}
      height={height}
      role="img"
      aria-label={`${total} in ${values.length} hours, at most ${highest} in one`}
    >
      {values.map((value, index) => {
        const size = value === 0 ? 1 : Math.max(2, (value / highest) * height);
        // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its place.
        return <rect key={index} data-empty={value === 0 || undefined} x={index * step} y={height - size} width={step - 1.5} height={size} />;
      })}
    </svg>
  );
}
