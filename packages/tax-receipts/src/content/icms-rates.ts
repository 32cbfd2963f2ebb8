import type { State } from '@linework/tax-documents/states';

/**
 * The rate of ICMS on communication, in percent. Since complementary law 194/2022 (and theme 745 of the Supreme Court) it may not exceed the state's
 * general rate, which this table lists as in force since April 2025. Simplified: without the states' funds against poverty (FCP: 2 % more in RJ, for
 * example) and without their benefits. A change of a rate is a change of this table.
 */
export const icmsRates: Readonly<Record<State, string>> = {
  AC: '19',
  AL: '19',
  AM: '20',
  AP: '18',
  BA: '20.5',
  CE: '20',
  DF: '20',
  ES: '17',
  GO: '19',
  MA: '23',
  MG: '18',
  MS: '17',
  MT: '17',
  PA: '19',
  PB: '20',
  PE: '20.5',
  PI: '22.5',
  PR: '19.5',
  RJ: '20',
  RN: '20',
  RO: '19.5',
  RR: '20',
  RS: '17',
  SC: '17',
  SE: '19',
  SP: '18',
  TO: '20',
};
