import type { Facts } from '@linework/engine/model/step-context';
import { PermanentError } from '@linework/engine/model/system-errors';
import { defineLineCallStep, type LineCall, ownSubscriber, requireLine } from '../../model/line-step.ts';
import { getClaimedSim, openSimKeys } from '../../model/sim-reference.ts';
import type { FoundSubscriber } from '../../model/systems.ts';

/**
 * Creates the subscriber of the line on the network, or takes over the one that is there: active if the input says so,
 * otherwise in standby. What it finds is stored before the first call. So the undo deletes only a subscriber that this
 * step has created, and brings any other one back.
 */
export const createOnNetwork = defineLineCallStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  inspect: inspectSubscriber,
  execute: (call) => createSubscriber(call, call.context.input.activate === undefined),
  // Without a stored state there was no call.
  undo: async (call) => (call.found === undefined ? undefined : undoCreation(call, call.found)),
});

export async function inspectSubscriber({ context, systems, signal }: LineCall): Promise<Facts> {
  return { subscriber: (await systems.network.inspectSubscriber(ownSubscriber(context), signal)) ?? null };
}

/** `keepsService`: nobody has said that a subscriber in service may be taken out of it. */
export async function createSubscriber({ context, systems, found, ...call }: LineCall, keepsService: boolean) {
  const state = readFound(found);
  if (keepsService && state?.isInService) throw subscriberInService();
  const sim = getClaimedSim(context);
  const subscriber = { imsi: sim.imsi, msisdn: requireLine(context).msisdn, ...(await openSimKeys(systems, sim)) };
  return systems.network.createSubscriber(
    call,
    { ...subscriber, serviceState: context.input.activate === true ? 'active' : 'standby' },
    state,
  );
}

/** Deletes what was created, or brings back what was found. */
export function undoCreation({ context, systems, ...call }: LineCall, found: Facts) {
  const state = readFound(found);
  const own = ownSubscriber(context);
  return state ? systems.network.restoreSubscriber(call, own, state) : systems.network.deleteSubscriber(call, own);
}

const readFound = (found: Facts | undefined) => (found?.subscriber ?? undefined) as FoundSubscriber | undefined;

function subscriberInService(): PermanentError {
  return new PermanentError(
    'subscriber-in-service',
    'The network already has the subscriber of this line, and it is in service. A line that is not activated ' +
      'would take it out of service. ' +
      'Retry the order with the input {"activate": true} to keep it in service, or with {"activate": false} to ' +
      'take it out of service.',
  );
}
