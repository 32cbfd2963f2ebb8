import type { OrderType } from '../orders/order-type.ts';
import { activateLine } from './activate-line.ts';
import { blockLine } from './block-line.ts';
import { changeNumber } from './change-number.ts';
import { portOut } from './port-out.ts';
import { provisionLine } from './provision-line.ts';
import { swapSim } from './swap-sim.ts';
import { terminateLine } from './terminate-line.ts';
import { unblockLine } from './unblock-line.ts';

/** Everything that can be ordered, in the version that new orders are placed with. */
export const allOrderTypes = [provisionLine, blockLine, unblockLine, activateLine, terminateLine, swapSim, changeNumber, portOut] as const;

/**
 * Earlier versions that open orders, and orders that stopped with a failure, may still have. Before an order type changes, its file is copied to
 * `earlier/<its name>-<version>.ts` and listed here, and its own file gets the next version.
 */
const earlierVersions: readonly OrderType[] = [];

/** What a program can carry out. */
export const allOrderTypeVersions: readonly OrderType[] = [...allOrderTypes, ...earlierVersions];
