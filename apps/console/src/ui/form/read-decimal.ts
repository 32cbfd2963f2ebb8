import { t } from '../../language/translate.ts';
import { FieldFault } from './form-values.ts';

/** A dot or a comma before the last three digits stands for thousands somewhere, but not behind a zero. */
const grouped = /^[1-9]\d*[.,]\d{3}$/;

/**
 * A number that is typed with a comma or a dot, as the interface has it: `1,5` is `1.5`. What may be a thousand to one
 * person and one to another is a fault of the field.
 */
export function readDecimal(field: string, text: string): string {
  const typed = text.trim();
  if (!/^\d+(?:[.,]\d+)?$/.test(typed) || grouped.test(typed))
    throw new FieldFault(field, t('Write a number without a sign for thousands, as 1000 or 1000.5.'));
  return typed.replace(',', '.');
}
