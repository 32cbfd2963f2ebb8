import { X } from 'lucide-react';
import styles from './filters.module.css';

interface FilterChipProps {
  readonly label: string;
  /** The text of the filter as a person reads it. */
  readonly text: string;
  readonly value: string | undefined;
  readonly onRemove: () => void;
}

/** A filter that is set, with a way to remove it. */
export function FilterChip({ label, text, value, onRemove }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      {label} <b title={value}>{text}</b>
      <button type="button" aria-label={`Remove the filter ${label}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
