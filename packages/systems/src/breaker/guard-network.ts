import type { Network } from '@linework/domain/systems';
import type { SystemBreaker } from './create-system-breaker.ts';

/** The network behind a breaker: every call of the port goes through it. */
export const guardNetwork = (network: Network, { call }: Pick<SystemBreaker, 'call'>): Network => ({
  ...(network.wantsSimKeys && { wantsSimKeys: true }),
  createSubscriber: (...asked) => call(() => network.createSubscriber(...asked)),
  setServiceState: (...asked) => call(() => network.setServiceState(...asked)),
  changeMsisdn: (...asked) => call(() => network.changeMsisdn(...asked)),
  changeImsi: (...asked) => call(() => network.changeImsi(...asked)),
  deleteSubscriber: (...asked) => call(() => network.deleteSubscriber(...asked)),
  findSubscriber: (...asked) => call(() => network.findSubscriber(...asked)),
});
