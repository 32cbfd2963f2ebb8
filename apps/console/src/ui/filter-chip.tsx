import { X } from 'lucide-react';
import { t } from '../language/translate.ts';
import styles from './filters.module.css';

interface FilterChipProps {
  readonly label: string;
  /** The text of the filter as a person reads it. */
  readonly text: string;
  readonly value: string | undefined;
  readonly onRemove: () => void;
  /** What stands in the chip if its value can be changed there. */
  readonly children?: React.ReactNode;
}

/** A filter that is set, with a way to remove it. */
export function FilterChip({ label, text, value, onRemove, children }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      {children ?? (
        <>
          {label} <b title={value}>{text}</b>
        </>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('Remove the filter {label}', { label })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
