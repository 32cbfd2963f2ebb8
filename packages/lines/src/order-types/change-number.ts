import type { StepContext } from '@linework/engine/model/step-context';
import { defineLineCallStep, ownSubscriber, requireLine } from '../model/line-step.ts';
import { getClaimedMsisdn } from '../model/sim-reference.ts';
import { defineLineOrder, noInput } from './line-order-type.ts';
import { consumeClaimedNumber } from './steps/consume-claims.ts';

/** Gives the subscriber of the line the claimed number. If it was found with it already, an undo leaves it. */
const changeMsisdnOnNetwork = defineLineCallStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  inspect: async ({ context, systems, signal, isRepeat }) => {
    const subscriber = isRepeat ? undefined : await systems.network.findSubscriber(requireLine(context).imsi, signal);
    return subscriber?.msisdn === getClaimedMsisdn(context) ? { isChanged: true } : undefined;
  },
  execute: ({ context, systems, ...call }) =>
    systems.network.changeMsisdn(call, withBothNumbers(context), getClaimedMsisdn(context)),
  // The subscriber had the new number before this order, and keeps it.
  undo: ({ context, systems, found, ...call }) =>
    systems.network.changeMsisdn(
      call,
      withBothNumbers(context),
      found?.isChanged ? getClaimedMsisdn(context) : requireLine(context).msisdn,
    ),
});

/** An earlier call may have changed the number already, so the network may have either number. */
const withBothNumbers = (context: StepContext) => ownSubscriber(context, getClaimedMsisdn(context));

export const changeNumber = defineLineOrder({
  code: 'LINE_NUMBER_CHANGE',
  summary: 'Gives a line another number. The old number goes into quarantine.',
  line: { request: 'change-number', allowedStatuses: ['ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  claimsResources: true,
  input: noInput,
  steps: [changeMsisdnOnNetwork, consumeClaimedNumber],
});
