import { unprocessableValues } from '@linework/problem-details/make-problem';
import { getCodeReader } from '../external-codes/get-code-reader.ts';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import type { RangeCheck } from '../ranges/load-pool-ranges.ts';
import { readImsi, validateImsi } from './imsi.ts';

export interface ResourceToValidate {
  readonly externalCode: string;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the code of a new resource of a pool. Raises 422 with all errors in its code and its IMSI. */
export function validateResource(
  { typeCode, checkDigit }: PoolToFill,
  findOutsideRanges: RangeCheck,
  { externalCode, attributes = {} }: ResourceToValidate,
): string {
  const parsed = getCodeReader(typeCode)(externalCode, checkDigit === 'none' ? 'none' : 'present');
  const [code, codeError] = 'error' in parsed ? [undefined, parsed.error] : [parsed.code, undefined];
  const imsiError = validateImsi(typeCode, attributes);
  const errors: readonly CodedError[] = [
    ...(codeError === undefined
      ? []
      : [{ ...pointers.externalCode, code: 'invalid-external-code' as const, detail: codeError }]),
    ...(imsiError === undefined ? [] : [{ ...pointers.imsi, code: 'invalid-imsi' as const, detail: imsiError }]),
    ...findOutsideRanges({ externalCode: code, imsi: readImsi(typeCode, attributes) }).map((name) => ({
      ...pointers[name],
      code: 'outside-ranges' as const,
      detail: outsideRangesDetail,
    })),
  ];
  const [first] = errors;
  if (first)
    throw unprocessableValues(
      errors.map(({ detail, pointer }) => ({ detail, pointer })),
      { code: first.code },
    );
  return code ?? externalCode;
}

const pointers = { externalCode: { pointer: '/externalCode' }, imsi: { pointer: '/attributes/imsi' } };
const outsideRangesDetail = "is not in a range that is assigned to the pool's broker";

interface CodedError {
  readonly code: 'invalid-external-code' | 'invalid-imsi' | 'outside-ranges';
  readonly detail: string;
  readonly pointer: string;
}
