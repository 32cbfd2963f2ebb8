import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

/** What the palette does. */
export interface Command {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: () => unknown;
}

/** `page`: of the record or the list that is shown, first in the palette. */
type Place = 'page' | 'console';

const offered = new Map<
  string,
  { readonly place: Place; readonly commands: { readonly current: readonly Command[] } }
>();

/** Offers the commands of a component in the palette as long as the component is on the page. */
export function useCommands(commands: readonly Command[], place: Place = 'page'): void {
  const id = useId();
  const current = useRef(commands);
  current.current = commands;
  useEffect(() => {
    offered.set(id, { place, commands: current });
    return () => void offered.delete(id);
  }, [id, place]);
}

/** What is offered now. */
export const listOfferedCommands = (wanted: Place): readonly Command[] =>
  [...offered.values()].flatMap(({ place, commands }) => (place === wanted ? commands.current : []));
