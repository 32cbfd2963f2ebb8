import { useId } from 'react';
import { byteText } from '../ui/text/byte-text.ts';
import styles from './pool-import.module.css';
import type { ImportState } from './use-import.ts';

interface ImportProgressProps {
  readonly fileName: string;
  readonly state: Extract<ImportState, { name: 'sending' }>;
}

/** How much of a file was sent. The server answers some time after the last byte. */
export function ImportProgress({ fileName, state: { isCheck, sent, total } }: ImportProgressProps) {
  const id = useId();
  return (
    <>
      <p id={id} className={styles['file']}>
        {isCheck ? 'Checking' : 'Importing'} <b>{fileName}</b>
      </p>
      <progress aria-labelledby={id} value={sent} max={Math.max(1, total)} className={styles['progress']} />
      {/* A screen reader says the value of the bar. */}
      <p aria-live="off" className={styles['muted']}>
        {sent < total
          ? `${byteText(sent)} of ${byteText(total)} sent.`
          : 'The file is sent. The server reads the last rows …'}
      </p>
      {!isCheck && (
        <p className={styles['muted']}>After a stop, the rows that were imported before stay in the pool.</p>
      )}
    </>
  );
}
