/** The states of Brazil: code at IBGE, and hours from UTC (no summer time since decree 9.772 of 2019). */
const stateTable = {
  RO: ['11', -4],
  AC: ['12', -5],
  AM: ['13', -4],
  RR: ['14', -4],
  PA: ['15', -3],
  AP: ['16', -3],
  TO: ['17', -3],
  MA: ['21', -3],
  PI: ['22', -3],
  CE: ['23', -3],
  RN: ['24', -3],
  PB: ['25', -3],
  PE: ['26', -3],
  AL: ['27', -3],
  SE: ['28', -3],
  BA: ['29', -3],
  MG: ['31', -3],
  ES: ['32', -3],
  RJ: ['33', -3],
  SP: ['35', -3],
  PR: ['41', -3],
  SC: ['42', -3],
  RS: ['43', -3],
  MS: ['50', -4],
  MT: ['51', -4],
  GO: ['52', -3],
  DF: ['53', -3],
} as const satisfies Readonly<Record<string, readonly [code: string, hours: number]>>;

export type State = keyof typeof stateTable;

/** @internal */
export const states = Object.keys(stateTable) as readonly State[];

/** The two digits of a state at IBGE and the tax authority. */
export function getStateCode(state: State): string {
  return stateTable[state][0];
}

/** The state with this code of IBGE, if there is one. */
export function findStateByCode(code: string): State | undefined {
  return states.find((state) => stateTable[state][0] === code);
}

/** The offset of a state's local time from UTC in hours; negative in all of them. */
export function getUtcOffsetHours(state: State): number {
  return stateTable[state][1];
}
