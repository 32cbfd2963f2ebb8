import { impossibleValues } from '@linework/problem-details/make-problem';
import { codeReaderOf } from './external-codes/code-reader-of.ts';
import type { PoolToFill } from './find-pool-to-fill.ts';
import { faultOfImsi, imsiAmong } from './imsi.ts';
import type { RangeCheck } from './ranges/ranges-of-pool.ts';

export interface Wanted {
  readonly externalCode: string;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the code of a resource that somebody wants in a pool. Raises 422 with everything that is wrong with its code and its IMSI. */
export function refuseUnfitResource({ typeCode }: PoolToFill, outside: RangeCheck, { externalCode, attributes = {} }: Wanted): string {
  const read = codeReaderOf(typeCode)(externalCode, 'present');
  const [code, codeFault] = 'fault' in read ? [undefined, read.fault] : [read.code, undefined];
  const imsiFault = faultOfImsi(typeCode, attributes);
  const faults: readonly CodedFault[] = [
    ...(codeFault === undefined ? [] : [{ ...places.externalCode, code: 'unfit-external-code' as const, detail: codeFault }]),
    ...(imsiFault === undefined ? [] : [{ ...places.imsi, code: 'unfit-imsi' as const, detail: imsiFault }]),
    ...outside({ externalCode: code, imsi: imsiAmong(typeCode, attributes) }).map((name) => ({
      ...places[name],
      code: 'outside-ranges' as const,
      detail: outsideRanges,
    })),
  ];
  const [first] = faults;
  if (first)
    throw impossibleValues(
      faults.map(({ detail, pointer }) => ({ detail, pointer })),
      { code: first.code },
    );
  return code ?? externalCode;
}

const places = { externalCode: { pointer: '/externalCode' }, imsi: { pointer: '/attributes/imsi' } };
const outsideRanges = "is in no range that is assigned to the pool's broker";

interface CodedFault {
  readonly code: 'unfit-external-code' | 'unfit-imsi' | 'outside-ranges';
  readonly detail: string;
  readonly pointer: string;
}
