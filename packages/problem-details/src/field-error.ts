/** One thing wrong with a request: where, and what. A place in the body has a `pointer`, anything outside it a `parameter`. */
export interface FieldError {
  /** A whole sentence, or what follows the name of the place in one: `must be a UUID`. */
  readonly detail: string;
  /** A JSON Pointer into the body. */
  readonly pointer?: string;
  /** The name of a path or query parameter, or of a header. */
  readonly parameter?: string;
}

/** What is wrong with the body of an operator who names no broker for a record that belongs to one. */
export const missingBrokerId: FieldError = { detail: "is missing: an operator's key is of no broker", pointer: '/brokerId' };

/** The same fault, its detail a whole sentence: the name of the place is its subject, unless the detail has one already. */
export function withSentenceDetail<Given extends FieldError>(error: Given): Given {
  return { ...error, detail: toSentence(error) };
}

/** What is wrong, in one sentence for each fault. */
export const joinSentences = (errors: readonly FieldError[]): string => errors.map(toSentence).join(' ');

const startsWithSubject = /^[\p{Lu}`]/u;
const endsWithStop = /[.!?…]$/u;

/** Whether a text is one or more whole sentences: it starts with a capital letter or a name in code, and ends with a full stop. */
export const isSentence = (text: string): boolean => startsWithSubject.test(text) && endsWithStop.test(text) && text.includes(' ');

function toSentence(error: FieldError): string {
  const sentence = startsWithSubject.test(error.detail) ? error.detail : `${getSubject(error)} ${error.detail}`;
  return endsWithStop.test(sentence) ? sentence : `${sentence}.`;
}

function getSubject({ pointer, parameter }: FieldError): string {
  if (parameter !== undefined) return `\`${parameter}\``;
  if (pointer === undefined) return 'The request';
  return pointer === '' ? 'The body' : `\`${formatPointer(pointer)}\``;
}

/** A JSON Pointer as it is written in code: `/items/0/name` is `items[0].name`. */
function formatPointer(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`));
  return names.join('').replace(/^\./, '');
}
