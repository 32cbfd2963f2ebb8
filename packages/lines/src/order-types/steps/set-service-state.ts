import { defineLocalStep } from '@linework/engine/model/step';
import { defineLineCallStep, type LineCallStep, ownSubscriber, requireLine } from '../../model/line-step.ts';
import type { FoundSubscriber, ServiceState } from '../../model/systems.ts';
import { moveLineResources } from '../../store/move-line-resources.ts';

interface ServiceStateChange {
  readonly code: string;
  readonly action: string;
  readonly from: ServiceState;
  readonly to: ServiceState;
}

/**
 * Moves the subscriber of the line between two service states. A state that it does not expect is stored before the
 * first call, and an undo brings it back. The expected one is not stored, so that the usual order writes nothing more.
 */
function setServiceState({ code, action, from, to }: ServiceStateChange): LineCallStep {
  return defineLineCallStep({
    code,
    action,
    inspect: async ({ context, systems, signal, isRepeat }) => {
      // An earlier call may have made this change, so what is found now says nothing.
      if (isRepeat) return undefined;
      const subscriber = await systems.network.inspectSubscriber(ownSubscriber(context), signal);
      return subscriber === undefined || subscriber.serviceStates.includes(from) ? undefined : { subscriber };
    },
    execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), to),
    undo: ({ context, systems, found, ...call }) =>
      found === undefined
        ? systems.network.setServiceState(call, ownSubscriber(context), from)
        : systems.network.restoreSubscriber(call, ownSubscriber(context), found.subscriber as FoundSubscriber),
  });
}

/** Activates the subscriber of the line for the first time. */
export const activateOnNetwork = setServiceState({
  code: 'ACTIVATE_NETWORK',
  action: 'network.activate',
  from: 'standby',
  to: 'active',
});

/** Suspends the subscriber of the line. */
export const suspendOnNetwork = setServiceState({
  code: 'SUSPEND_NETWORK',
  action: 'network.suspend',
  from: 'active',
  to: 'suspended',
});

/** Resumes the subscriber of a blocked line. */
export const resumeOnNetwork = setServiceState({
  code: 'RESUME_NETWORK',
  action: 'network.resume',
  from: 'suspended',
  to: 'active',
});

/** Suspends the number and the SIM of the line. */
export const suspendResources = defineLocalStep({
  code: 'SUSPEND_RESOURCES',
  action: 'inventory.suspend',
  effects: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'suspend' })],
  undo: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'resume' })],
});

/** Resumes the number and the SIM of the line if a block has suspended them. */
export const resumeResources = defineLocalStep({
  code: 'RESUME_RESOURCES',
  action: 'inventory.resume',
  effects: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'resume' })],
  undo: (context) =>
    context.previousStatus === 'BLOCKED'
      ? [moveLineResources.effect({ lineId: requireLine(context).id, move: 'suspend' })]
      : [],
});
