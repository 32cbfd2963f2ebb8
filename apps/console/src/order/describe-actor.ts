import type { Event } from '@linework/sdk';

/** Who did it, and the reason if there is one. */
export function describeActor({ actor, details }: Pick<Event, 'actor' | 'details'>): string {
  const reason = details['reason'];
  const who = actor === undefined ? '' : nameActor(actor);
  return typeof reason === 'string' && reason !== '' ? `${who}${who === '' ? '' : ': '}“${reason}”` : who;
}

function nameActor(actor: object): string {
  const { type, name, id } = actor as { readonly type?: string; readonly name?: string; readonly id?: string };
  return `${type ?? ''} ${name ?? (id === undefined ? '' : `…${id.slice(-8)}`)}`.trim();
}
