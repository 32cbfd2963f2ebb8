/** The kinds of drifts, each with what it means. */
export const driftKindTexts = {
  missing: 'The register has no subscriber for the line.',
  'wrong-service-state': 'The subscriber of the line is in another service state.',
  'wrong-number': 'The SIM of the line has another number in the register, or none.',
  'wrong-sim': 'The number of the line has another SIM in the register, or the SIM has other keys.',
  extra: 'The register has a subscriber with a number of ours, and no line has it.',
  unreadable: 'The register answers for other lines, and not for this one.',
} as const;

export type DriftKind = keyof typeof driftKindTexts;
export const driftKinds = Object.keys(driftKindTexts) as [DriftKind, ...DriftKind[]];
