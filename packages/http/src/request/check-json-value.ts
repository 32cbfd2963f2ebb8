import type { FieldError } from '@linework/problem-details/field-error';
import { badRequest } from '@linework/problem-details/make-problem';
import { bodyDepthLimit } from '../limits.ts';
import { isStorableText } from '../storable-text.ts';
import { jsonPointer } from './json-pointer.ts';

/**
 * Where the check is. It changes while the value is walked through: a copy for each member would take as long as the
 * rest of the check.
 */
type Path = PropertyKey[];

/**
 * Lists the texts and numbers of a JSON value that cannot be stored unchanged. Rejects a value that is nested too deep.
 */
export function checkJsonValue(value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  collectErrors(value, [], errors);
  return errors;
}

function collectErrors(value: unknown, path: Path, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value))
      errors.push({ detail: 'contains a NUL character or half a surrogate pair', pointer: jsonPointer(path) });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      errors.push({
        detail: 'is a number with too many digits to be stored unchanged: send it as a string',
        pointer: jsonPointer(path),
      });
  } else if (typeof value === 'object' && value !== null) {
    collectMemberErrors(value, path, errors);
  }
}

function collectMemberErrors(value: object, path: Path, errors: FieldError[]): void {
  if (path.length === bodyDepthLimit)
    throw badRequest('body-too-deep', `The body is nested deeper than ${bodyDepthLimit} levels.`);
  for (const [name, member] of Object.entries(value)) {
    collectErrors(name, path, errors);
    path.push(name);
    collectErrors(member, path, errors);
    path.pop();
  }
}
