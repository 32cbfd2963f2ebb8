import { eventCatalogue } from '@linework/schemas/event-catalogue';
import { tKnown } from '../language/translate.ts';

type Texts = Readonly<Record<string, { readonly events: Readonly<Record<string, { readonly text: string }>> }>>;

const texts = new Map(
  Object.values(eventCatalogue as Texts).flatMap(({ events }) =>
    Object.entries(events).map(([type, { text }]) => [type, text] as const),
  ),
);

interface Entry {
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * What happened, as the catalogue of events says it. Which members changed is named; what the catalogue says about the
 * members of an event for a program is left out. An event that this console does not know has no sentence.
 */
export function entrySentence({ type, details }: Entry): string | undefined {
  const text = texts.get(type);
  if (text === undefined) return undefined;
  const { changed } = details;
  if (typeof changed === 'string' && text.includes('`changed`')) return `${tKnown(beforeMembers(text))}: ${changed}`;
  return tKnown(beforeMembers(text));
}

/** The part of a text before the clause that names members in backticks. */
function beforeMembers(text: string): string {
  const member = text.indexOf('`');
  const end = member === -1 ? text.length : Math.max(...[';', ':', '. '].map((mark) => text.lastIndexOf(mark, member)));
  return (end === -1 ? text : text.slice(0, end)).replaceAll('`', '').replace(/\.$/, '');
}
