import type { EffectType } from '../model/step.ts';
import type { Transition } from '../model/transition.ts';

/** A fragment of the commit statement for records other than the order's own row. It has its own rows. */
export interface TransitionPart extends EffectType {
  rows(transition: Transition): readonly object[];
}
