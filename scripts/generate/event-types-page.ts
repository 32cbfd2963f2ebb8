import { describeEventTypes } from '@linework/schemas/events/describe-event-types';
import { cell, note } from './note.ts';

/** Builds the page of the event types. */
export function eventTypesPage(): string {
  const types = describeEventTypes();
  const rows = types.map(({ type, resourceType, from, to, description }) => {
    const change = to === undefined ? '' : `${(from ?? []).map((status) => status ?? 'new').join(', ')} -> ${to}`;
    return `| \`${type}\` | ${resourceType} | ${cell(change)} | ${cell(description)} |`;
  });
  const table = ['| Type | Record | Status | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  const example = types.find(({ type }) => type.endsWith('line.blocked'))?.example;
  const intro =
    'The same types are served at `/event-types`, each with its schema and an example. The feed, the stream and ' +
    'webhooks give every event in this form:';
  return [note, '# Event types', intro, ['```json', JSON.stringify(example, null, 2), '```'].join('\n'), table]
    .join('\n\n')
    .concat('\n');
}
