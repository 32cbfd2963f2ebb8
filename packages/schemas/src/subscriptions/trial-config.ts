import { z } from 'zod';

export const trialEndBehaviors = ['AUTO_ACTIVATE', 'CANCEL'] as const;

/** How many cycles a DRAFT is on trial, and what becomes of it then. */
export const trialConfig = z.strictObject({ trialCycles: z.int().min(1).max(120), endBehavior: z.enum(trialEndBehaviors) }).meta({ id: 'TrialConfig' });

export type TrialConfig = z.infer<typeof trialConfig>;
