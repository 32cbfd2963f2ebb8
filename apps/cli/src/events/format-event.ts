import { visibleText } from '@linework/log/visible-text';
import type { FeedEvent } from '../model/feed-event.ts';
import type { PaintName, TableStyle } from '../output/format-table.ts';
import { formatTime } from '../output/format-time.ts';

/** What an event has done, or what was done with it. */
interface Outcome {
  readonly text: string;
  readonly colour: PaintName | undefined;
}

/** Most types and outcomes are not longer, so that the lines below each other form columns. */
const typeWidth = 24;
const outcomeWidth = 26;

/**
 * Shows an event: when, at which position, what, its outcome, and which record. On a narrow terminal the record has a
 * line of its own.
 */
export function formatEvent(
  { time, type, subject, position }: FeedEvent,
  { text, colour }: Outcome,
  { width, paint }: TableStyle,
): string {
  const place = `${formatTime(time)}  ${position}  `;
  const head = `${place}${visibleText(type).padEnd(typeWidth)}  `;
  const outcome = visibleText(text).padEnd(outcomeWidth);
  const painted = colour === undefined ? outcome : paint(colour, outcome);
  const record = visibleText(subject);
  const isNarrow = width !== undefined && head.length + outcome.length + 2 + record.length > width;
  return isNarrow
    ? `${head}${painted}`.trimEnd().concat(`\n${' '.repeat(place.length)}${record}\n`)
    : `${head}${painted}  ${record}\n`;
}
