import type { Network } from '@linework/lines/model/systems';
import type { SystemBreaker } from './create-system-breaker.ts';

/** The network behind a breaker: every call of the port goes through it. */
export const guardNetwork = (network: Network, { call }: Pick<SystemBreaker, 'call'>): Network => ({
  ...(network.wantsSimKeys && { wantsSimKeys: true }),
  inspectSubscriber: (...args) => call(() => network.inspectSubscriber(...args)),
  createSubscriber: (...args) => call(() => network.createSubscriber(...args)),
  restoreSubscriber: (...args) => call(() => network.restoreSubscriber(...args)),
  setServiceState: (...args) => call(() => network.setServiceState(...args)),
  changeMsisdn: (...args) => call(() => network.changeMsisdn(...args)),
  changeImsi: (...args) => call(() => network.changeImsi(...args)),
  deleteSubscriber: (...args) => call(() => network.deleteSubscriber(...args)),
  ...(network.poll && { poll: (...args) => call(async () => network.poll?.(...args)) }),
  ...(network.findSubscriberOfNumber && {
    findSubscriberOfNumber: (...args) => call(async () => network.findSubscriberOfNumber?.(...args)),
  }),
  // It is read in pages over a long time: whether one comes says nothing about the other calls.
  ...(network.listSubscribers && { listSubscribers: network.listSubscribers.bind(network) }),
  findSubscriber: (...args) => call(() => network.findSubscriber(...args)),
});
