import styles from './line.module.css';

/** The part of the granted amount that is used. It is red once nothing is left. */
export function UsageBar({
  used,
  total,
  text,
}: {
  readonly used: number;
  readonly total: number;
  readonly text: string;
}) {
  const part = total === 0 ? Number(used > 0) : Math.min(1, used / total);
  return (
    <svg className={styles.usage} role="img" aria-label={text}>
      <title>{text}</title>
      <rect data-tone={part >= 1 ? 'danger' : 'progress'} width={`${part * 100}%`} height="100%" />
    </svg>
  );
}
