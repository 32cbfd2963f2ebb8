import { defineLocalStep } from '@linework/engine/model/step';
import type { StepContext } from '@linework/engine/model/step-context';
import { PermanentError } from '@linework/engine/model/system-errors';
import { type ComparedStatus, comparedStatuses, hasKeys, serviceStates } from '../model/compare-subscriber.ts';
import { defineLineCallStep, getSubscriberInDrift, ownSubscriber, requireLine } from '../model/line-step.ts';
import { getCurrentSim, openSimKeys } from '../model/sim-reference.ts';
import type { FoundSubscriber } from '../model/systems.ts';
import { closeDrifts } from '../store/close-drifts.ts';
import { defineLineOrder, noInput } from './line-order-type.ts';

const wantedState = (context: StepContext) => serviceStates[requireLine(context).status as ComparedStatus];

/** The subscriber of the line may have another number of ours. */
const ownWithDrift = (context: StepContext) => ownSubscriber(context, ...getSubscriberInDrift(context).msisdns);

/** The SIM of ours that the register has in the place of that of the line. */
const getOtherImsi = (context: StepContext): string | undefined => getSubscriberInDrift(context).imsis[0];

/**
 * Creates the subscriber of the line, brings it back from another SIM of ours, or completes one that lacks its number
 * or its keys. Each step reads what is wrong, stores it, and changes just that. Nothing is undone: each change brings
 * the network to what the line says.
 */
const restoreSubscriber = defineLineCallStep({
  code: 'RESTORE_SUBSCRIBER',
  action: 'network.restore-subscriber',
  inspect: async ({ context, systems, signal }) => {
    const { network } = systems;
    const { imsi, msisdn } = requireLine(context);
    const current = await network.findSubscriber(imsi, signal);
    if (!current) {
      const otherImsi = getOtherImsi(context);
      const other = otherImsi === undefined ? undefined : await network.findSubscriber(otherImsi, signal);
      return { change: other?.msisdn === msisdn ? 'move' : 'create' };
    }
    const { keys } = await openSimKeys(systems, getCurrentSim(context));
    if (current.msisdn !== '' && (!keys || hasKeys(current.keys, keys) || current.msisdn !== msisdn)) return undefined;
    const subscriber = await network.inspectSubscriber(ownSubscriber(context), signal);
    if (!subscriber)
      throw new PermanentError(
        'foreign-subscriber',
        'The subscriber with the IMSI of the line is not that of the line.',
      );
    return { change: 'complete', subscriber };
  },
  execute: async ({ context, systems, found, ...call }) => {
    if (!found) return undefined;
    const { imsi, msisdn } = requireLine(context);
    const sim = await openSimKeys(systems, getCurrentSim(context));
    const otherImsi = getOtherImsi(context);
    if (found.change === 'move' && otherImsi !== undefined)
      return systems.network.changeImsi(call, otherImsi, imsi, { msisdn, ...sim });
    const subscriber = { imsi, msisdn, serviceState: wantedState(context), ...sim };
    return systems.network.createSubscriber(call, subscriber, (found.subscriber ?? undefined) as FoundSubscriber);
  },
});

/** Gives the subscriber the number of the line. The adapter refuses one whose number is not ours. */
const restoreNumber = defineLineCallStep({
  code: 'RESTORE_NUMBER',
  action: 'network.restore-number',
  inspect: async ({ context, systems, signal }) => {
    const { imsi, msisdn } = requireLine(context);
    const current = await systems.network.findSubscriber(imsi, signal);
    return current?.msisdn === msisdn ? undefined : { isWrong: true };
  },
  execute: async ({ context, systems, found, ...call }) =>
    found && systems.network.changeMsisdn(call, ownWithDrift(context), requireLine(context).msisdn),
});

/** Brings the subscriber to the service state of the line. The adapter refuses one that is not ours. */
const restoreServiceState = defineLineCallStep({
  code: 'RESTORE_SERVICE_STATE',
  action: 'network.restore-service-state',
  inspect: async ({ context, systems, signal }) => {
    const subscriber = await systems.network.inspectSubscriber(ownSubscriber(context), signal);
    return subscriber?.serviceStates.includes(wantedState(context)) ? undefined : { isWrong: true };
  },
  execute: async ({ context, systems, found, ...call }) =>
    found && systems.network.setServiceState(call, ownSubscriber(context), wantedState(context)),
});

const closeDriftsOfLine = defineLocalStep({
  code: 'CLOSE_DRIFTS',
  action: 'reconciliation.close-drifts',
  effects: (context) => [closeDrifts.effect({ lineId: requireLine(context).id })],
});

export const reconcileLine = defineLineOrder({
  code: 'LINE_RECONCILE',
  summary: 'Brings the network to what a line says. A subscriber that is not ours is not changed.',
  line: { request: 'reconcile', allowedStatuses: comparedStatuses },
  onFailure: 'rollback',
  readsDrift: true,
  input: noInput,
  steps: [restoreSubscriber, restoreNumber, restoreServiceState, closeDriftsOfLine],
});
