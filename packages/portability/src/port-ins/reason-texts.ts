import type { ReasonCode } from '@linework/schemas/portability/reason-codes';

/** The meaning of each reason code of the clearing house, as a sentence for the broker. */
export const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  WRONG_DATA: "The holder's data do not match the data of the donor.",
  NUMBER_UNAVAILABLE: 'The number cannot be ported.',
  REQUEST_RUNNING: 'Another request to port this number is open.',
  NOT_A_CUSTOMER: 'The donor does not know the holder as its customer.',
  WINDOW_UNAVAILABLE: 'The number cannot be ported in the requested window.',
  NUMBER_BLOCKED: 'The number is blocked at the donor.',
  DONOR_UNKNOWN: 'The clearing house does not know the donor.',
};
