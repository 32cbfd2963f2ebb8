import styles from './badge.module.css';
import { type Tone, toneOf, toWords } from './text/status-tone.ts';

interface StatusBadgeProps {
  /** The kind of the record that has the status, as the API names it: some languages say its gender. */
  readonly kind: string;
  readonly status: string;
}

/** A status: one colour and one word everywhere. */
export function StatusBadge({ kind, status }: StatusBadgeProps) {
  return <Badge tone={toneOf(status)}>{toWords(status, kind)}</Badge>;
}

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: React.ReactNode }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}
