import { describeError } from '../api/describe-error.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import { colourOf } from '../output/format-table.ts';
import { createRecordWriter } from '../output/record-writer.ts';
import { type FilterOptions, readFilter } from './feed-filter.ts';
import { findStart } from './find-start.ts';
import { formatEvent } from './format-event.ts';

export interface TailOptions extends GlobalOptions, FilterOptions {
  readonly from: string;
  readonly limit?: number;
}

/** Ends following when the wanted number of events was shown. */
class EnoughEvents extends Error {}

/** Shows events as they happen. */
export async function tailEvents(
  { from, limit = Number.POSITIVE_INFINITY, ...options }: TailOptions,
  context: Context,
): Promise<void> {
  const api = await context.openApi(options);
  const after = await findStart(api, from);
  const show = await createShow(options, context);
  let count = 0;
  const onEvent = async (event: FeedEvent) => {
    await show(event);
    count += 1;
    if (count >= limit) throw new EnoughEvents();
  };
  if (from === 'now') context.note('Waiting for events; Ctrl-C ends it.');
  try {
    await api.followEvents({
      after,
      filter: readFilter(options),
      onEvent,
      onRetry: (error, ms) => noteRetry(error, ms, context),
    });
  } catch (error) {
    if (!(error instanceof EnoughEvents)) throw error;
  }
}

async function createShow(options: GlobalOptions, context: Context): Promise<(event: FeedEvent) => Promise<void>> {
  const { output = 'table', select } = options;
  const recordOptions = context.recordOptions({ ...options, output: output === 'json' ? 'jsonl' : output });
  if (output === 'table' && select === undefined)
    return (event) => recordOptions.write(formatEvent(event, changeOf(event), recordOptions.style));
  // An array of JSON would never end.
  const writer = await createRecordWriter(recordOptions);
  return (event) => writer.add([event]);
}

/** The status before and after. */
function changeOf({ data: { record, previous } }: FeedEvent) {
  const { status = '' } = record;
  return {
    text: previous?.status && status !== '' ? `${previous.status} -> ${status}` : status,
    colour: colourOf(status),
  };
}

/** Says that the feed cannot be read now, and when it is tried again. Nothing is lost meanwhile. */
export function noteRetry(thrown: unknown, retryInMs: number, context: Context): void {
  const error = describeError(thrown);
  context.note(
    `${error instanceof Error ? error.message : error} Trying again in ${Math.ceil(retryInMs / 1_000)} s; no ` +
      'event is lost.',
  );
}
