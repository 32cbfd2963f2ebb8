import { refusedRequest, validationError } from '@linework/problem-details/make-problem';
import { jsonPointer } from './json-pointer.ts';
import { bodyDepthLimit } from './limits.ts';
import { isStorableText } from './storable-text.ts';

/** Refuses a JSON value that is nested too deep, or holds a text or a number that cannot be kept as it is. */
export function checkJsonValue(value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw validationError([{ detail: 'holds a NUL character or half a surrogate pair', pointer: jsonPointer(path) }]);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw validationError([{ detail: 'is too large a number', pointer: jsonPointer(path) }]);
  } else if (typeof value === 'object' && value !== null) {
    checkMembers(value, path);
  }
}

function checkMembers(value: object, path: readonly PropertyKey[]): void {
  if (path.length === bodyDepthLimit) throw refusedRequest(400, 'body-too-deep', `The body is nested deeper than ${bodyDepthLimit} levels.`);
  for (const [name, member] of Object.entries(value)) {
    checkJsonValue(name, path);
    checkJsonValue(member, [...path, name]);
  }
}
