import type { Fault } from '@linework/problem-details/fault';
import { refusedRequest } from '@linework/problem-details/make-problem';
import { jsonPointer } from './json-pointer.ts';
import { bodyDepthLimit } from './limits.ts';
import { isStorableText } from './storable-text.ts';

type Path = readonly PropertyKey[];

/** Every text and number in a JSON value that cannot be kept as it is. Refuses a value that is nested too deep. */
export function checkJsonValue(value: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  collectFaults(value, [], faults);
  return faults;
}

function collectFaults(value: unknown, path: Path, faults: Fault[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) faults.push({ detail: 'holds a NUL character or half a surrogate pair', pointer: jsonPointer(path) });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      faults.push({ detail: 'is too long or too large a number to be kept as it is: send it as a string', pointer: jsonPointer(path) });
  } else if (typeof value === 'object' && value !== null) {
    collectFaultsOfMembers(value, path, faults);
  }
}

function collectFaultsOfMembers(value: object, path: Path, faults: Fault[]): void {
  if (path.length === bodyDepthLimit) throw refusedRequest('body-too-deep', `The body is nested deeper than ${bodyDepthLimit} levels.`);
  for (const [name, member] of Object.entries(value)) {
    collectFaults(name, path, faults);
    collectFaults(member, [...path, name], faults);
  }
}
