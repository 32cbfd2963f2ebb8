import { type Fault, impossibleRequest } from '@linework/problem-details/make-problem';
import { faultOfImsi } from './imsi.ts';

/** What is wrong with the IMSI that somebody gives a resource of this type, each at its place in the body. */
export function imsiFaults(typeCode: string, attributes: Readonly<Record<string, unknown>> = {}): readonly Fault[] {
  const fault = faultOfImsi(typeCode, attributes);
  return fault === undefined ? [] : [{ detail: fault, pointer: '/attributes/imsi' }];
}

/** Raises 422 where the attributes that somebody gives a resource of this type hold something else for an IMSI. */
export function refuseUnfitImsi(typeCode: string, attributes?: Readonly<Record<string, unknown>>): void {
  const errors = imsiFaults(typeCode, attributes);
  if (errors[0]) throw impossibleRequest(`The attribute imsi ${errors[0].detail}.`, { code: 'unfit-imsi', errors });
}
