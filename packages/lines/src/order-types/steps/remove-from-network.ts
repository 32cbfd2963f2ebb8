import { createHash } from 'node:crypto';
import type { Answer } from '@linework/engine/model/step';
import { defineLineCallStep, type LineCall, pollNetwork, requireNetworkPresence } from '../../model/line-step.ts';
import type { OwnSubscriber } from '../../model/systems.ts';

/**
 * Deletes the subscriber of the line with its keys and its registration. This cannot be undone. If the network refused
 * to create the subscriber, a subscriber with its IMSI belongs to someone else, and the step is skipped. If the line
 * never took over the subscriber that was there before it, that one is brought back.
 */
export const removeFromNetwork = defineLineCallStep({
  code: 'REMOVE_FROM_NETWORK',
  action: 'network.remove',
  pointOfNoReturn: true,
  isUnnecessary: (context) => !requireNetworkPresence(context).mayExist,
  execute: removeSubscribers,
  // The network has accepted the first of several calls; the others follow when it is done.
  poll: async (poll) => (await pollNetwork(poll, async () => undefined)) ?? removeSubscribers(poll),
});

async function removeSubscribers({ context, systems, ...call }: LineCall): Answer {
  const { imsis, msisdns, found } = requireNetworkPresence(context);
  for (const [at, imsi] of imsis.entries()) {
    const own = { imsi, msisdns };
    const { network } = systems;
    const removal = { ...call, key: buildCallKey(call.key, at, own) };
    const accepted = await (found && at === 0
      ? network.restoreSubscriber(removal, own, found)
      : network.deleteSubscriber(removal, own));
    if (accepted) return accepted;
  }
  return undefined;
}

/**
 * Builds the idempotency key of one delete call. A system may compare the requests that it gets under one key. Between
 * two attempts an operator may close the order that claimed a number or a SIM and give that back, and then the request
 * no longer names it. So the key contains a digest of the IMSI and the numbers.
 */
function buildCallKey(key: string, index: number, { imsi, msisdns }: OwnSubscriber): string {
  if (index === 0 && msisdns.length === 1) return key;
  const digest = createHash('sha256')
    .update([key, imsi, ...msisdns].join(' '))
    .digest();
  return key.replace(/:execute$/, `:${index === 0 ? '' : 'also-'}${digest.readUIntBE(0, 6)}:execute`);
}
