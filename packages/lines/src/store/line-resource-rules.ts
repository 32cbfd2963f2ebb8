import type { SuspendedBy } from '@linework/inventory/resources/lock-group';
import { type EventType, eventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';

/**
 * - `suspend` and `resume`: with a block and its end.
 * - `release`: the line is removed.
 * - `port-out`: like `release`, but the number leaves for another operator.
 * - `detach`: the resource keeps its status and its holder, but no longer belongs to a line.
 */
export type LineResourceMove = 'suspend' | 'resume' | 'release' | 'port-out' | 'detach';

/** How a line has a resource: active, or suspended, with the cause of the suspension. */
type LineResourceState = 'active' | SuspendedBy;

interface LineResourceRule {
  readonly move: LineResourceMove;
  readonly states: readonly LineResourceState[];
  /** Whether the resource can be used again. */
  readonly reusable: readonly boolean[];
  readonly becomes: ResourceStatus;
  readonly suspended_by: SuspendedBy | null;
  readonly leaves_line: boolean;
  /** Null if nothing changes that a reader of events sees. */
  readonly event: EventType | null;
}

const suspended: readonly LineResourceState[] = ['block', 'hold', 'both'];
const any: readonly LineResourceState[] = ['active', ...suspended];

const stays = { reusable: [true, false], suspended_by: null, leaves_line: false, event: null };
const ends = { states: any, suspended_by: null, leaves_line: true };
const detached = { ...stays, leaves_line: true, event: eventType('resource.changed') };
const { quarantined, decommissioned } = resourceStatusEvents;

/**
 * A resource in a state that no rule of the move names stays as it is. One that an operator holds stays suspended by
 * the hold after a block ends.
 */
export const lineResourceRules: readonly LineResourceRule[] = [
  {
    ...stays,
    move: 'suspend',
    states: ['active'],
    becomes: 'suspended',
    suspended_by: 'block',
    event: resourceStatusEvents.suspended,
  },
  { ...stays, move: 'suspend', states: ['hold'], becomes: 'suspended', suspended_by: 'both' },
  { ...stays, move: 'resume', states: ['block'], becomes: 'active', event: resourceStatusEvents.active },
  { ...stays, move: 'resume', states: ['both'], becomes: 'suspended', suspended_by: 'hold' },
  { ...ends, move: 'release', reusable: [true], becomes: 'quarantined', event: quarantined },
  { ...ends, move: 'release', reusable: [false], becomes: 'decommissioned', event: decommissioned },
  { ...ends, move: 'port-out', reusable: [true], becomes: 'quarantined', event: quarantined },
  { ...ends, move: 'port-out', reusable: [false], becomes: 'decommissioned', event: decommissioned },
  { ...detached, move: 'detach', states: ['active'], becomes: 'active' },
  { ...detached, move: 'detach', states: suspended, becomes: 'suspended' },
];

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
