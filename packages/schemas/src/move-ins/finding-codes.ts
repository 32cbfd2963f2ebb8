export const moveInDecisions = ['ours', 'network', 'leave-out'] as const;
export type MoveInChoice = (typeof moveInDecisions)[number];

interface FindingKind {
  readonly text: string;
  readonly choices: readonly MoveInChoice[];
}

const leaveOut = ['leave-out'] as const;

/** What a check and a comparison may find, and what a person may decide about it. */
export const findingCodes = {
  'missing-value': { text: 'a value that the row needs is missing', choices: leaveOut },
  'invalid-value': { text: 'a value cannot be read', choices: leaveOut },
  'rounded-by-spreadsheet': {
    text: 'a spreadsheet has rounded a code, and its last digits are lost',
    choices: leaveOut,
  },
  'unreadable-row': { text: 'the row cannot be read', choices: leaveOut },
  'totals-differ': { text: 'the totals line counts other rows than the file has', choices: ['ours'] },
  'duplicate-in-file': { text: 'another row has the same value', choices: leaveOut },
  'unknown-reference': { text: 'no row has the legacy id that the row refers to', choices: leaveOut },
  'already-adopted': { text: 'a row with this legacy id was adopted before', choices: leaveOut },
  taken: { text: 'another record has the value already', choices: leaveOut },
  'outside-ranges': { text: 'a code is not in a range of the broker', choices: leaveOut },
  'not-on-network': { text: 'the register has no subscriber with the IMSI', choices: ['ours', 'leave-out'] },
  'other-number': { text: 'the register has another number for the IMSI', choices: ['ours', 'leave-out'] },
  'other-service-state': {
    text: 'the register has another service state than the line',
    choices: ['ours', 'network', 'leave-out'],
  },
  'other-keys': { text: 'the register has other keys for the SIM, or none', choices: ['ours', 'leave-out'] },
  extra: {
    text: 'the register has a subscriber with a number of the broker, and no line has it',
    choices: ['ours', 'leave-out'],
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof findingCodes;
