import { allOrderTypes } from '@linework/lines/order-types/all-order-types';
import { describe, expect, it } from 'vitest';
import { orderTypes } from '../src/order-types.ts';

/**
 * The steps of every released version that may still have open orders. An entry here never changes; a change is a new
 * version.
 */
const released: Readonly<Record<string, readonly string[]>> = {
  'LINE_PROVISION 1': ['CREATE_ON_NETWORK', 'TAKE_RESOURCES'],
  'LINE_PROVISION 2': ['CREATE_ON_NETWORK', 'TAKE_RESOURCES'],
  'LINE_BLOCK 1': ['SUSPEND_NETWORK', 'SUSPEND_RESOURCES'],
  'LINE_UNBLOCK 1': ['RESUME_NETWORK', 'RESUME_RESOURCES'],
  'LINE_ACTIVATION 1': ['ACTIVATE_NETWORK', 'RESUME_RESOURCES'],
  'LINE_TERMINATION 1': ['REMOVE_FROM_NETWORK', 'LET_RESOURCES_GO'],
  'LINE_SIM_SWAP 1': ['CHANGE_IMSI', 'TAKE_SIM'],
  'LINE_NUMBER_CHANGE 1': ['CHANGE_MSISDN', 'TAKE_NUMBER'],
  'LINE_PORT_OUT 1': ['REMOVE_FROM_NETWORK', 'LET_NUMBER_LEAVE'],
  'LINE_HOLDER_CHANGE 1': ['MOVE_TO_HOLDER'],
  'LINE_RECONCILE 1': ['RESTORE_SUBSCRIBER', 'RESTORE_NUMBER', 'RESTORE_SERVICE_STATE', 'CLOSE_DRIFTS'],
};

describe('the released versions of the order types', () => {
  it('keep their steps, because a worker skips an open order whose steps it does not declare', () => {
    const versions = [...orderTypes.values()].flat();
    const current = Object.fromEntries(
      versions.map(({ code, version, steps }) => [`${code} ${version}`, steps.map((step) => step.code)]),
    );
    const added = Object.keys(current).filter((name) => !(name in released));
    expect(added.map((name) => `${name} is not in \`released\` of this test. Add it with its steps.`)).toEqual([]);
    expect(current).toEqual(released);
  });

  it('include none that is newer than the one of new orders', () => {
    for (const { code, version } of allOrderTypes) expect(orderTypes.get(code)?.[0].version).toBe(version);
  });
});
