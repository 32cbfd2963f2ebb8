import { z } from 'zod';
import { type EventType, eventTypes } from '../events.ts';

/** Lists the types that a pattern names: one type, or with `*` at the end all that begin so. */
export function expandEventTypes(pattern: string): readonly EventType[] {
  if (!pattern.endsWith('*')) return eventTypes.filter((type) => type === pattern);
  return eventTypes.filter((type) => type.startsWith(pattern.slice(0, -1)));
}

/** An event type, or the beginning of several with `*` at its end, such as `line.*`. */
export const eventTypePattern = z
  .string()
  .max(64)
  .refine((pattern) => expandEventTypes(pattern).length > 0, 'names no event type; `GET /event-types` lists them')
  .meta({ description: 'An event type, or the beginning of several: `line.*`.', example: 'line.*' });
