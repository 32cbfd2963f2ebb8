import { PermanentError } from '@linework/engine/model/system-errors';
import { z } from 'zod';
import { defineLineCallStep, requireLine } from '../../model/line-step.ts';
import { provisionLine } from '../provision-line.ts';
import { consumeClaimedResources } from '../steps/consume-claims.ts';
import { createSubscriber, inspectSubscriber, undoCreation } from '../steps/create-on-network.ts';

/**
 * Version 1 stored nothing before its first call, and a worker of an earlier release may have made it. Then nobody
 * knows whether this order has created the subscriber. Its undo refuses to delete one that exists, and an operator
 * decides.
 */
const createOnNetwork = defineLineCallStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  inspect: async (call) => (call.isRepeat ? undefined : inspectSubscriber(call)),
  // Its input does not tell a false that somebody said from the default.
  execute: (call) => createSubscriber(call, call.context.input.activate !== true),
  undo: async (call) => {
    const { context, systems, signal, found } = call;
    const { imsi, msisdn } = requireLine(context);
    const existing = found === undefined ? await systems.network.findSubscriber(imsi, signal) : undefined;
    // One without a number may be what an interrupted call has left. One with another number is foreign, and the delete
    // leaves it.
    if (existing && [msisdn, ''].includes(existing.msisdn)) throw subscriberOfUnknownOrigin();
    return undoCreation(call, found ?? {});
  },
});

export const provisionLine1 = {
  ...provisionLine,
  version: 1,
  input: z.strictObject({ activate: z.boolean() }),
  steps: [createOnNetwork, consumeClaimedResources],
} satisfies typeof provisionLine;

function subscriberOfUnknownOrigin(): PermanentError {
  return new PermanentError(
    'subscriber-of-unknown-origin',
    'An earlier release has made this call, and did not store whether the subscriber existed before it. The ' +
      'subscriber was not deleted. ' +
      'Delete it on the network and retry the undo if the order has created it; otherwise close the order.',
  );
}
