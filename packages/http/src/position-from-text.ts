import { z } from 'zod';
import { decodePosition } from './cursor.ts';

/** Reads the `cursor` of a list whose items keep their positions: the position of the next item, at most `max`. */
export const positionFromText = (max: number) =>
  z
    .string()
    .transform((text, context) => {
      const position = decodePosition(text);
      if (position === undefined || position > max) context.addIssue('is not a cursor of this list');
      return position ?? 0;
    })
    .meta({ description: 'A position in the list, from the `Link` header of a page.' });
