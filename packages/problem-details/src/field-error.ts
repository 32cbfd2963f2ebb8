/** One error of a request. An error in the body has a `pointer`, any other error a `parameter`. */
export interface FieldError {
  /** A whole sentence, or a sentence without its subject, which is the name of the member: `must be a UUID`. */
  readonly detail: string;
  /** A JSON Pointer into the body. */
  readonly pointer?: string;
  /** The name of a path or query parameter, or of a header. */
  readonly parameter?: string;
}

/** The error of an operator's request that names no broker for a record that belongs to a broker. */
export const missingBrokerId: FieldError = {
  detail: "is missing: an operator's key belongs to no broker",
  pointer: '/brokerId',
};

/**
 * Returns the error with a whole sentence as its detail. The subject is the name of the member, unless the detail
 * already has a subject.
 */
export function withSentenceDetail<Field extends FieldError>(error: Field): Field {
  return { ...error, detail: toSentence(error) };
}

/** Joins the errors to one text, with one sentence for each error. */
export const joinSentences = (errors: readonly FieldError[]): string => errors.map(toSentence).join(' ');

const startsWithSubject = /^[\p{Lu}`]/u;
const endsWithStop = /[.!?…]$/u;

/**
 * Whether a text is one or more whole sentences: it starts with a capital letter or a name in code, and ends with a
 * full stop.
 */
export const isSentence = (text: string): boolean =>
  startsWithSubject.test(text) && endsWithStop.test(text) && text.includes(' ');

function toSentence(error: FieldError): string {
  const sentence = startsWithSubject.test(error.detail) ? error.detail : `${getSubject(error)} ${error.detail}`;
  return endsWithStop.test(sentence) ? sentence : `${sentence}.`;
}

function getSubject({ pointer, parameter }: FieldError): string {
  if (parameter !== undefined) return `\`${parameter}\``;
  if (pointer === undefined) return 'The request';
  return pointer === '' ? 'The body' : `\`${formatPointer(pointer)}\``;
}

/** Converts a JSON Pointer to the notation of code: `/items/0/name` becomes `items[0].name`. */
function formatPointer(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) =>
    /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`,
  );
  return names.join('').replace(/^\./, '');
}
