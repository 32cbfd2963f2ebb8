import { operations } from '../generated/operations.ts';
import { type SampleKind, sampleOf } from './sample-of.ts';

/** Writes how an operation is called: with curl, with this package, or with the command line. */
export function codeSample(operationName: string, kind: SampleKind): string {
  const operation = operations.find(({ name }) => name === operationName);
  if (operation === undefined) throw new RangeError(`There is no operation ${operationName}.`);
  return sampleOf(operation, kind);
}
