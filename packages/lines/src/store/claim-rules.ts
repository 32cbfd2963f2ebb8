import type { SuspendedBy } from '@linework/inventory/resources/lock-group';
import { type EventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';

/**
 * - `consume`: the claimed resources are assigned to the line and get its status; the line gets their identifiers. The
 *   line's previous resources of the same types are released.
 * - `return`: the claimed resources become available again. Those that earlier orders of the line still claim stay: the
 *   order leaves no effect, so these orders can be retried.
 * - `release`: the line ends. The claimed resources become available again, together with those that earlier orders of
 *   the line still claim.
 * - `port-out`: like `release`, but the line's own number leaves for another operator.
 * - `suspend`: the claimed resources are suspended without a line until an operator resumes or decommissions them.
 */
export type ClaimMove = 'consume' | 'return' | 'release' | 'port-out' | 'suspend';

/** A fact with both values does not matter. */
type Fact = readonly boolean[];

interface ClaimRule {
  readonly move: ClaimMove;
  /** False for a previous resource of the line, which the claimed one replaces. */
  readonly is_claimed: boolean;
  readonly reusable: Fact;
  /** False for a number that came with a port-in that is not complete, and for one that is ported out. */
  readonly is_ours: Fact;
  readonly line_is_blocked: Fact;
  readonly becomes: ResourceStatus;
  readonly suspended_by: SuspendedBy | null;
  readonly event: EventType;
}

const to = (becomes: ResourceStatus, suspended_by: SuspendedBy | null = null) => ({
  becomes,
  suspended_by,
  event: resourceStatusEvents[becomes],
});
const either = [true, false];
const claimed = { is_claimed: true, reusable: either, is_ours: either, line_is_blocked: either };
const replaced = { ...claimed, is_claimed: false };

/** The claims of a move have exactly one rule. */
export const claimRules: readonly ClaimRule[] = [
  { ...claimed, move: 'consume', line_is_blocked: [false], ...to('active') },
  { ...claimed, move: 'consume', line_is_blocked: [true], ...to('suspended', 'block') },
  { ...replaced, move: 'consume', reusable: [true], ...to('quarantined') },
  { ...replaced, move: 'consume', reusable: [false], ...to('decommissioned') },
  { ...claimed, move: 'return', is_ours: [true], ...to('available') },
  { ...claimed, move: 'return', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'release', is_ours: [true], ...to('available') },
  { ...claimed, move: 'release', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'port-out', is_ours: [true], ...to('available') },
  { ...claimed, move: 'port-out', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'suspend', ...to('suspended') },
];
