import { wholeNumberFromText } from '@linework/http/from-text';
import { z } from 'zod';

/** Positions in a query or header have at most 15 digits. */
export const positionFromText = wholeNumberFromText({ min: 0, max: 999_999_999_999_999 });

const position = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The members of the problem `gone`. */
export const feedGone = z.object({
  oldestPosition: position.meta({ description: 'The oldest position that is kept.' }),
  newestPosition: position.meta({ description: 'The newest position; 0 if there is none.' }),
});
