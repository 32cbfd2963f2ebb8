import { activateLine } from './activate-line.ts';
import { blockLine } from './block-line.ts';
import { changeNumber } from './change-number.ts';
import { provisionLine1 } from './earlier/provision-line-1.ts';
import type { LineOrderType } from './line-order-type.ts';
import { portOut } from './port-out.ts';
import { provisionLine } from './provision-line.ts';
import { reconcileLine } from './reconcile-line.ts';
import { swapSim } from './swap-sim.ts';
import { terminateLine } from './terminate-line.ts';
import { unblockLine } from './unblock-line.ts';

/** The order types on lines, each in the version that new orders get. */
export const allOrderTypes = [
  provisionLine,
  blockLine,
  unblockLine,
  activateLine,
  terminateLine,
  swapSim,
  changeNumber,
  portOut,
  reconcileLine,
] as const;

/**
 * Earlier versions, which open orders and failed orders may still have. Before an order type changes, copy its file to
 * `earlier/<its name>-<version>.ts`, list the copy here and give the file itself the next version.
 */
const earlierVersions: readonly LineOrderType[] = [provisionLine1];

/** The order types on lines, in every version. */
export const allOrderTypeVersions: readonly LineOrderType[] = [...allOrderTypes, ...earlierVersions];
