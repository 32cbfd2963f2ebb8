import styles from './badge.module.css';
import { type Tone, toneOf, toWords } from './text/status-tone.ts';

/** A status: one colour and one word everywhere. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={toneOf(status)}>{toWords(status)}</Badge>;
}

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: React.ReactNode }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}
