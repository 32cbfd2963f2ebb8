import type { EventType } from '@linework/schemas/events';

/**
 * What a step wants to be different: data, which the engine writes together with the step's own progress. The line's status
 * is not among it: that follows the course which the order type declares.
 */
export type Change = EmitEvent;

export interface EmitEvent {
  readonly change: 'emit';
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
