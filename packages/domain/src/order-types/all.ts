import { activateLine } from './activate-line.ts';
import { blockLine } from './block-line.ts';
import { terminateLine } from './terminate-line.ts';
import { unblockLine } from './unblock-line.ts';

/** Everything that can be ordered. */
export const allOrderTypes = [blockLine, unblockLine, activateLine, terminateLine] as const;
