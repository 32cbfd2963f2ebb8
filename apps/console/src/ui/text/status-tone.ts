import { tKnown } from '../../language/translate.ts';

export type Tone = 'danger' | 'warning' | 'success' | 'progress' | 'quiet';

/** The colour of each status, the same on every page. A status that is not listed is quiet. */
const tones: Readonly<Record<string, Tone>> = {
  FAILED: 'danger',
  ROLLBACK_FAILED: 'danger',
  CANCEL_FAILED: 'danger',
  REFUSED: 'danger',
  PROVISIONING_ERROR: 'danger',
  ACTIVATION_ERROR: 'danger',
  BLOCKING_ERROR: 'danger',
  TERMINATION_ERROR: 'danger',
  refused: 'danger',
  'dead-lettered': 'danger',
  lost: 'danger',
  failing: 'danger',
  failed: 'danger',
  waiting: 'warning',
  held: 'warning',
  disabled: 'warning',
  transient: 'warning',
  unavailable: 'warning',
  ROLLING_BACK: 'warning',
  CANCELLING: 'warning',
  BLOCKED: 'warning',
  quarantined: 'warning',
  PAUSED: 'warning',
  AWAITING_APPROVAL: 'warning',
  COMPLETED_WITH_ERRORS: 'warning',
  SUSPENDED: 'warning',
  IN_PROGRESS: 'progress',
  RUNNING: 'progress',
  PLACED: 'progress',
  PROVISIONING: 'progress',
  ACTIVATING: 'progress',
  BLOCKING: 'progress',
  TERMINATING: 'progress',
  DELIVERING: 'progress',
  delivering: 'progress',
  running: 'progress',
  accepted: 'progress',
  COMPLETED: 'success',
  SUCCESS: 'success',
  ACTIVE: 'success',
  DELIVERED: 'success',
  delivered: 'success',
  enabled: 'success',
  done: 'success',
  active: 'success',
  OVERDUE: 'danger',
  CONFLICT: 'danger',
  ERROR: 'danger',
  CHARGED_BACK: 'danger',
  OPEN: 'progress',
  REQUESTED: 'progress',
  AUTHORIZED: 'progress',
  PAID: 'success',
  CONFIRMED: 'success',
  CHECKING: 'progress',
  COMPARING: 'progress',
  ADOPTING: 'progress',
  UNDOING: 'warning',
  CHECKED: 'progress',
  ADOPTED: 'success',
  reserved: 'progress',
  suspended: 'warning',
};

export const toneOf = (status: string): Tone => tones[status] ?? 'quiet';

const abbreviations = /\b(?:api|cnpj|cpf|hlr|iccid|imsi|msisdn|sim)\b/g;

/** The English words of a code, in small letters. */
const smallWords = (code: string): string =>
  code
    // A swap, a change or a port-out is always of a line; a block without its line would say too little.
    .replace(/^LINE_(?=[A-Z]+_)/, '')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
    // Both spellings are among the codes; people read one.
    .replace(/\bcanceled\b/, 'cancelled')
    .replaceAll(abbreviations, (word) => word.toUpperCase());

/** The English words of a code, as the catalogues have them. @internal */
export function wordsOf(code: string): string {
  const words = smallWords(code);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The words of a code with a capital at their beginning: `ROLLBACK_FAILED` is `Rollback failed`. The kind of the record
 * that has this status tells their gender.
 */
export const toWords = (code: string, kind?: string): string => tKnown(wordsOf(code), kind);

/** The words inside a sentence: `ROLLBACK_FAILED` is `rollback failed`, `LINE_SIM_SWAP` is `SIM swap`. */
export function toPhrase(code: string, kind?: string): string {
  const [words, text] = [wordsOf(code), toWords(code, kind)];
  if (text === words) return smallWords(code);
  return /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
