import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context, GlobalOptions } from '../command/context.ts';
import { sleep } from '../command/sleep.ts';
import { usageError } from '../errors/cli-error.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import { formatDuration } from '../output/format-duration.ts';
import { type FilterOptions, readFilter } from './feed-filter.ts';
import { findStart } from './find-start.ts';
import { formatEvent } from './format-event.ts';
import { type Forwarded, forwardEvent } from './forward-event.ts';
import { noteRetry } from './tail-events.ts';

/** What `listen` keeps between two runs for one API and one address. */
interface ListenState {
  /** Every event up to this position was forwarded. */
  readonly position?: number;
  /** The secret of the signatures, the same in every run, so that a receiver is configured once. */
  readonly secret: string;
}

/** The file of the state for an API and an address. */
const listenFile = (stateFolder: string, parts: readonly string[]): string =>
  join(stateFolder, 'listen', `${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}.json`);

const secretBytes = 24;

/** Reads the state, with a new secret at the first run. */
async function readListenState(file: string): Promise<ListenState> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ListenState;
  } catch {
    return { secret: `whsec_${randomBytes(secretBytes).toString('base64')}` };
  }
}

/** Writes the state atomically. Only its owner may read it, because of the secret. */
async function writeListenState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export interface ListenOptions extends GlobalOptions, FilterOptions {
  readonly forwardTo: string;
  readonly from: string;
  readonly timeout: number;
  readonly attempts?: number;
}

/** Pauses between two attempts; the last one again and again. */
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * Forwards the events of the feed to an address as signed webhooks, one after the other. The position is stored after
 * each delivery: a run that was stopped, an API that was unavailable or a receiver that was down loses no event.
 */
export async function listen(options: ListenOptions, context: Context): Promise<void> {
  const url = checkAddress(options.forwardTo);
  const api = await context.openApi(options);
  const filter = readFilter(options);
  const file = listenFile(context.environment.stateFolder, [api.url, url, JSON.stringify(filter)]);
  const stored = await readListenState(file);
  const secret = context.environment.variables['LINEWORK_WEBHOOK_SECRET'] || stored.secret;
  const isGoingOn = options.from === 'last' && stored.position !== undefined;
  const after = isGoingOn ? stored.position : await findStart(api, options.from === 'last' ? 'now' : options.from);
  await writeListenState(file, { ...stored, ...(after !== undefined && { position: after }) });
  const start = `from ${options.from === 'last' ? 'now' : options.from}`;
  const where = isGoingOn ? `after position ${after}, where the last run stopped,` : start;
  context.note(`Forwarding events ${where} to ${url}.`);
  context.note(`The secret of the signatures is ${secret}`);
  const onEvent = async (event: FeedEvent) => {
    await deliver(event, { url, secret, options, context });
    await writeListenState(file, { ...stored, position: event.position });
  };
  await api.followEvents({ after, filter, onEvent, onRetry: (error, ms) => noteRetry(error, ms, context) });
}

interface Delivery {
  readonly url: string;
  readonly secret: string;
  readonly options: ListenOptions;
  readonly context: Context;
}

/** Tries until the receiver has answered 2xx, or as often as `--attempts` says. */
async function deliver(event: FeedEvent, { url, secret, options, context }: Delivery): Promise<void> {
  const { signal } = context;
  const { write, style } = context.recordOptions(options);
  for (let attempt = 1; ; attempt += 1) {
    const forwarded = await forwardEvent(event, { url, secret, timeoutMs: options.timeout * 1_000, signal });
    await write(formatEvent(event, describe(event, forwarded), style));
    if (forwarded.isDelivered) return;
    if (attempt === options.attempts)
      return context.note(
        `Given up after ${attempt} attempts: ${event.type} at position ${event.position}. Send it again with --from ` +
          `${event.position - 1}.`,
      );
    await sleep(pausesMs[Math.min(attempt, pausesMs.length) - 1] ?? 0, signal);
  }
}

const describe = ({ time }: FeedEvent, { isDelivered, result, ms }: Forwarded) =>
  ({
    text: `${result} in ${ms} ms, lag ${formatDuration(Date.now() - Date.parse(time))}`,
    colour: isDelivered ? 'good' : 'bad',
  }) as const;

function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(`--forward-to "${text}" is no address, such as http://127.0.0.1:4000/webhooks.`);
  return url.href;
}
