import { type Call, defineExternalStep, type ExternalStep, type Step } from '@linework/engine/model/step';
import type { Systems } from './systems.ts';

/** One call of a step that calls the network. */
export type LineCall = Call<Systems>;

/** A step of an order on a line that calls the network. */
export type LineCallStep = ExternalStep<Systems>;

export const defineLineCallStep = (step: Omit<LineCallStep, 'kind'>): LineCallStep => defineExternalStep<Systems>(step);

/** A step of an order on a line. */
export type LineStep = Step<Systems>;
