import type { EventRecords } from '../generated/event-types.ts';
import type { Actor } from '../generated/types.ts';

export type LineworkEventType = keyof EventRecords;

/** An event of the feed or of a webhook: a CloudEvent 1.0 in its JSON format. */
interface EventOf<Type extends LineworkEventType> {
  readonly specversion: '1.0';
  /** The same in the feed and in every try of every webhook: dedupe by it. */
  readonly id: string;
  /** The broker of the record as a path; `/` for a record of no broker. */
  readonly source: string;
  readonly type: Type;
  readonly time: string;
  /** The record: its kind and its id. */
  readonly subject: string;
  readonly datacontenttype: 'application/json';
  /** The same as `time`. */
  readonly timestamp: string;
  /** The place of the event in the feed. */
  readonly position: number;
  readonly data: {
    /** The record as it was at the time of the event. */
    readonly record: {
      readonly type: EventRecords[Type];
      readonly id: string;
      /** Null for a record of no broker. Absent in a thin event. */
      readonly brokerId?: string | null;
      /** The status after the event; only for a change of status. */
      readonly status?: string;
      /** What else the event says. Absent in a thin event. */
      readonly details?: { readonly [member: string]: unknown };
    };
    /** The status before the event; null for a new record. Only for a change of status. */
    readonly previous?: { readonly status: string | null };
    /** The order that caused the event. */
    readonly orderId?: string;
    /** Absent where no actor is stored. */
    readonly actor?: Actor;
  };
}

/** Every event, told apart by `type`. */
export type LineworkEvent = { [Type in LineworkEventType]: EventOf<Type> }[LineworkEventType];
