import styles from './live-badge.module.css';

/** How the page learns what has changed, and whether it still does. */
export function LiveBadge({ everyMs, isStale = false }: { readonly everyMs: number; readonly isStale?: boolean | undefined }) {
  const text = isStale ? 'Not up to date' : `Every ${everyMs / 1_000} s`;
  return (
    <span
      className={isStale ? `${styles.badge} ${styles.stale}` : styles.badge}
      title={isStale ? 'The last request failed. The page asks again by itself.' : 'The page asks again while it is visible.'}
    >
      {text}
    </span>
  );
}
