import { impossibleRequest } from '@linework/problem-details/make-problem';
import { faultOfImsi } from './imsi.ts';

/** Raises 422 where the attributes that somebody gives a resource of this type hold something else for an IMSI. */
export function refuseUnfitImsi(typeCode: string, attributes: Readonly<Record<string, unknown>> = {}): void {
  const fault = faultOfImsi(typeCode, attributes);
  if (fault) throw impossibleRequest(`The attribute imsi ${fault}.`, { code: 'unfit-imsi', errors: [{ detail: fault, pointer: '/attributes/imsi' }] });
}
