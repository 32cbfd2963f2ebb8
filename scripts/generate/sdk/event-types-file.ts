import { eventTypes } from '@linework/schemas/events';
import { eventDescriptions } from '@linework/schemas/events/event-descriptions';
import { findEventResource } from '@linework/schemas/events/event-resources';
import { header } from './note.ts';
import { escapeComment } from './type-text.ts';

/** The file of the types of events, each with the kind of its record. */
export function eventTypesFile(): string {
  const members = [...eventTypes]
    .sort()
    .map(
      (type) =>
        `  /** ${escapeComment(eventDescriptions[type])} */\n  readonly '${type}': '${findEventResource(type)}';`,
    );
  return [
    header,
    '/** Every type of event, with the kind of record that it is about. */',
    'export interface EventRecords {',
    ...members,
    '}',
    '',
  ].join('\n');
}
