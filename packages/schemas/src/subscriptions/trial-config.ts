import { z } from 'zod';

const trialEndBehaviors = ['AUTO_ACTIVATE', 'CANCEL'] as const;

/** The number of cycles of the trial of a DRAFT, and the action at its end. */
export const trialConfig = z
  .strictObject({ trialCycles: z.int().min(1).max(120), endBehavior: z.enum(trialEndBehaviors) })
  .meta({ id: 'TrialConfig' });

export type TrialConfig = z.infer<typeof trialConfig>;
