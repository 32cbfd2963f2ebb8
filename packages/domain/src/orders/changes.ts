import type { EventType } from '@linework/schemas/events';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';

/** What a step wants to be different: data, which the engine writes together with the step's own progress. */
export type Change = MoveLine | EmitEvent;

export interface MoveLine {
  readonly change: 'move-line';
  readonly lineId: string;
  readonly from: LineStatus;
  readonly to: LineStatus;
}

export interface EmitEvent {
  readonly change: 'emit';
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
