import type { EventType } from '@linework/schemas/events';

/**
 * What a step wants to be different: data, which the engine writes together with the step's own progress. The line's status
 * is not among it: that follows the course which the order type declares.
 */
export type Effect = EmitEvent | MoveLineResources | MoveClaims;

/**
 * What is to become of the resources that a line has: suspended with it, back in use, let go of (ported out: the number
 * for good), or left as they are without it.
 * What somebody holds by hand is suspended until that is lifted, whatever its line does; a line without resources has none to move.
 */
export interface MoveLineResources {
  readonly effect: 'move-line-resources';
  readonly lineId: string;
  readonly move: 'suspend' | 'resume' | 'release' | 'port-out' | 'detach';
}

/**
 * What is to become of the resources that the order claimed when it was placed: given to its line, instead of what the line had
 * of their types until then, given back (ported out: but for the line's number, which is held back), or held back, each of it.
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
