import { Link } from '@tanstack/react-router';
import styles from './overview.module.css';

interface FigureProps {
  readonly name: string;
  readonly to: '/orders' | '/work' | '/pools' | '/webhooks';
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
  /** Undefined as long as it is not known. */
  readonly count: number | undefined;
  /** The colour of a count that is not zero. */
  readonly tone?: 'danger' | 'warning' | undefined;
}

/** A number that leads to what it counts. It has a colour only if somebody should look. */
export function Figure({ name, to, search = {}, count, tone }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        search={search}
        className={styles.figure}
        data-tone={count !== undefined && count > 0 ? tone : undefined}
      >
        <b>{count === undefined ? '–' : count.toLocaleString('en')}</b>
        {name}
      </Link>
    </li>
  );
}
