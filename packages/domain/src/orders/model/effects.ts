import type { EventType } from '@linework/schemas/events';

/**
 * A change that a local step requests. It is data; the engine writes it in the same statement as the step's transition. The status of
 * the line is not an effect: the order type declares it in its `line` member.
 */
export type Effect = EmitEvent | MoveLineResources | MoveClaims;

/**
 * Changes the resources of a line: suspends them, resumes them, releases them, releases them with the number ported out, or detaches
 * them from the line without a status change. A resource that an operator holds stays suspended until the hold ends, whatever its line
 * does.
 */
export interface MoveLineResources {
  readonly effect: 'move-line-resources';
  readonly lineId: string;
  readonly move: 'suspend' | 'resume' | 'release' | 'port-out' | 'detach';
}

/**
 * Changes the resources that the order claimed when it was placed. `consume` assigns them to the line, in place of the line's resources
 * of the same types. `release` makes them available again. `port-out` does the same but withholds the line's number. `withhold`
 * suspends all of them.
 */
export interface MoveClaims {
  readonly effect: 'move-claims';
  readonly lineId: string;
  readonly move: 'consume' | 'release' | 'port-out' | 'withhold';
}

export interface EmitEvent {
  readonly effect: 'emit';
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
