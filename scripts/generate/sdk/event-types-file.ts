import { describeEvent, eventTypes, findEventResource } from '@linework/schemas/events';
import { header } from './note.ts';
import { escapeComment } from './type-text.ts';

/** The file of the types of events, each with the kind of its record. */
export function eventTypesFile(): string {
  const members = [...eventTypes]
    .sort()
    .map(
      (type) => `  /** ${escapeComment(describeEvent(type))} */\n  readonly '${type}': '${findEventResource(type)}';`,
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
