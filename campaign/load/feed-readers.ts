import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignReport } from '../world/report.ts';
import type { Broker, World } from '../world/start-world.ts';

/** A client that follows the feed of a broker under all faults. */
export interface FeedReader {
  readonly name: string;
  readonly broker: Broker;
  /** The positions in the order in which they were read. */
  readonly positions: readonly number[];
  /** Reads up to this position, and stops. */
  readTo(position: number): Promise<void>;
}

interface ReaderState {
  readonly world: World;
  readonly broker: Broker;
  readonly report: CampaignReport;
  readonly positions: number[];
  /** Aborted at the end. */
  readonly over: AbortSignal;
}

const pauseMs = 40;
const requestLimitMs = 10_000;

/**
 * Starts a reader that polls, for one broker, and a reader of the stream, for the other. Both change between the APIs.
 */
export function startFeedReaders(world: World, report: CampaignReport): readonly FeedReader[] {
  const [one, other] = world.brokers;
  return [
    startReader('polling', { world, broker: one, report }, readPage),
    startReader('streaming', { world, broker: other, report }, readStream),
  ];
}

type Read = (state: ReaderState, url: string) => Promise<void>;

function startReader(name: string, parts: Pick<ReaderState, 'world' | 'broker' | 'report'>, read: Read): FeedReader {
  const over = new AbortController();
  const state: ReaderState = { ...parts, positions: [], over: over.signal };
  const reading = (async () => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const { url = '' } = parts.world.apis[turn % parts.world.apis.length] ?? {};
      await read(state, url).catch(() => parts.report.increment(`feed, ${name}: reading was interrupted`));
      await sleep(pauseMs);
    }
  })();
  return {
    name,
    broker: parts.broker,
    positions: state.positions,
    async readTo(position) {
      const untilMs = performance.now() + 30_000;
      while ((state.positions.at(-1) ?? 0) < position && performance.now() < untilMs) await sleep(pauseMs);
      over.abort();
      await reading;
    },
  };
}

const signalOf = ({ over }: ReaderState, limitMs: number) => AbortSignal.any([over, AbortSignal.timeout(limitMs)]);

async function readPage(state: ReaderState, url: string): Promise<void> {
  const after = state.positions.at(-1) ?? 0;
  const response = await fetch(`${url}/events?after=${after}&waitSeconds=2`, {
    headers: { 'X-API-Key': state.broker.key },
    signal: signalOf(state, requestLimitMs),
  });
  if (isUnexpected(response))
    state.report.addViolation(`the feed returned ${response.status} after position ${after}: ${await response.text()}`);
  if (!response.ok) return;
  const { items } = (await response.json()) as { items: readonly { position: number }[] };
  state.positions.push(...items.map(({ position }) => position));
}

async function readStream(state: ReaderState, url: string): Promise<void> {
  const lastEventId = String(state.positions.at(-1) ?? 0);
  const response = await fetch(`${url}/events/stream`, {
    headers: { 'X-API-Key': state.broker.key, 'Last-Event-ID': lastEventId },
    // A stream that says nothing for long was cut off somewhere; its comments come every 15 seconds.
    signal: signalOf(state, 20_000),
  });
  if (isUnexpected(response))
    state.report.addViolation(
      `the stream returned ${response.status} after position ${lastEventId}: ${await response.text()}`,
    );
  if (!response.ok) return;
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const messages = (rest + chunk).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const id = /^id: (\d+)$/m.exec(message)?.[1];
      if (id !== undefined) state.positions.push(Number(id));
    }
  }
}

/** 429 and 503 are answers of a busy or restarting system. */
const isUnexpected = ({ status }: Response) => status !== 200 && status !== 429 && status !== 503;
