import { activateLine } from './activate-line.ts';
import { blockLine } from './block-line.ts';
import { changeNumber } from './change-number.ts';
import { portOut } from './port-out.ts';
import { provisionLine } from './provision-line.ts';
import { swapSim } from './swap-sim.ts';
import { terminateLine } from './terminate-line.ts';
import { unblockLine } from './unblock-line.ts';

/** Everything that can be ordered. */
export const allOrderTypes = [provisionLine, blockLine, unblockLine, activateLine, terminateLine, swapSim, changeNumber, portOut] as const;
