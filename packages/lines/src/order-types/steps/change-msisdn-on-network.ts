import type { StepContext } from '@linework/engine/model/step-context';
import { ownSubscriber, requireLine } from '../../model/line-context.ts';
import { defineLineCallStep } from '../../model/line-step.ts';
import { getClaimedMsisdn } from '../../model/sim-reference.ts';

/** Gives the subscriber of the line the claimed number. */
export const changeMsisdnOnNetwork = defineLineCallStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  execute: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), getClaimedMsisdn(context)),
  undo: ({ context, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(context), requireLine(context).msisdn),
});

/** An earlier call may have changed the number already, so the network may have either number. */
const withBothNumbers = (context: StepContext) => ownSubscriber(context, getClaimedMsisdn(context));
