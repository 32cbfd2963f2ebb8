import { getClaimedMsisdn } from '../../orders/model/sim-reference.ts';
import { defineExternalStep } from '../../orders/model/step.ts';
import { ownSubscriber, requireLine, type StepContext } from '../../orders/model/step-context.ts';

/** Gives the subscriber of the line the claimed number. */
export const changeMsisdnOnNetwork = defineExternalStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  execute: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), getClaimedMsisdn(context)),
  undo: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), requireLine(context).msisdn),
});

/** An earlier call may have changed the number already, so the network may have either number. */
const withBothNumbers = (context: StepContext) => ownSubscriber(context, getClaimedMsisdn(context));
