import { getClaimedMsisdn } from '../../orders/sim-reference.ts';
import { defineExternalStep } from '../../orders/step.ts';
import { ownSubscriber, requireLine, type StepContext } from '../../orders/step-context.ts';

/** Gives the line's subscriber the number that was claimed for it. */
export const changeMsisdnOnNetwork = defineExternalStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  execute: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), getClaimedMsisdn(context)),
  undo: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), requireLine(context).msisdn),
});

/** An earlier call may have changed the number already, so that the network may have either. */
const withBothNumbers = (known: StepContext) => ownSubscriber(known, getClaimedMsisdn(known));
