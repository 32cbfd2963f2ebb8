import type { LineLabel } from '@linework/schemas/lines/line-label';
import { Link } from '@tanstack/react-router';
import styles from './line-name.module.css';
import { Masked } from './masked.tsx';

/** A line by its number, and who holds it. */
export function LineName({ line: { id, msisdn, holder } }: { readonly line: LineLabel }) {
  return (
    <span className={styles.line}>
      <Link to="/lines/$lineId" params={{ lineId: id }} className={styles.number}>
        <Masked text={msisdn} />
      </Link>
      <span className={styles.holder}>
        <Masked text={holder.name} />
      </span>
    </span>
  );
}
