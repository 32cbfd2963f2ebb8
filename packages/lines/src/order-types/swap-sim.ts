import type { Answer } from '@linework/engine/model/step';
import { defineLineCallStep, type LineCall, requireLine } from '../model/line-step.ts';
import { getClaimedSim, getCurrentSim, openSimKeys, type SimReference } from '../model/sim-reference.ts';
import { defineLineOrder, noInput } from './line-order-type.ts';
import { consumeClaimedSim } from './steps/consume-claims.ts';

/**
 * Moves the subscriber of the line from its current SIM to the claimed one. If it was found there already, an undo
 * leaves it there.
 */
const changeImsiOnNetwork = defineLineCallStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  inspect: async ({ context, systems, signal, isRepeat }) => {
    const replacement = isRepeat
      ? undefined
      : await systems.network.findSubscriber(getClaimedSim(context).imsi, signal);
    return replacement?.msisdn === requireLine(context).msisdn ? { isChanged: true } : undefined;
  },
  execute: (call) => changeSim(call, getCurrentSim(call.context), getClaimedSim(call.context)),
  // The line had the new SIM on the network before this order, and keeps it.
  undo: (call) =>
    call.found?.isChanged
      ? changeSim(call, getCurrentSim(call.context), getClaimedSim(call.context))
      : changeSim(call, getClaimedSim(call.context), getCurrentSim(call.context)),
});

/**
 * Reads the keys of the old SIM only for an undo, so that a SIM whose secrets cannot be decrypted can still be swapped.
 */
async function changeSim({ context, systems, ...call }: LineCall, from: SimReference, to: SimReference): Answer {
  const { keys } = await openSimKeys(systems, to);
  const { keys: oldKeys } = call.undoes === undefined ? {} : await openSimKeys(systems, from);
  const newSim = { msisdn: requireLine(context).msisdn, ...(keys && { keys }), ...(oldKeys && { oldKeys }) };
  return systems.network.changeImsi(call, from.imsi, to.imsi, newSim);
}

export const swapSim = defineLineOrder({
  code: 'LINE_SIM_SWAP',
  summary: 'Gives a line another SIM. The old SIM is decommissioned.',
  line: { request: 'swap-sim', allowedStatuses: ['ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  claimsResources: true,
  input: noInput,
  steps: [changeImsiOnNetwork, consumeClaimedSim],
});
