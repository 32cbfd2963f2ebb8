import { t } from '../language/translate.ts';
import fieldStyles from './field.module.css';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
}

/** Why something is done. It is kept with the name of the person. */
export function ReasonField({ value, onChange, hint }: ReasonFieldProps) {
  return (
    <label className={fieldStyles['field']}>
      {t('Reason')}
      <input
        name="reason"
        // biome-ignore lint/a11y/noAutofocus: it is the only thing that must be typed.
        autoFocus
        required
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={fieldStyles['hint']}>{hint}</span>
    </label>
  );
}
