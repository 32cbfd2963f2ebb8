import { setTimeout as sleep } from 'node:timers/promises';

export interface LagReader {
  /** Waits for the last events, closes the stream, and returns the lag of each event. */
  stop(): Promise<number[]>;
}

/** Opens the stream of events. Database and reader are on one machine, so their clocks are one. */
export async function readLags(url: string, key: string): Promise<LagReader> {
  const closed = new AbortController();
  const response = await fetch(`${url}/events/stream`, { headers: { 'X-API-Key': key }, signal: closed.signal });
  if (!response.ok || !response.body)
    throw new Error(`The stream returned ${response.status}: ${await response.text()}`);
  const lagsMs: number[] = [];
  const reading = read(response.body, lagsMs).catch((error: Error) => {
    if (!closed.signal.aborted) throw error;
  });
  return {
    async stop() {
      await sleep(1_500);
      closed.abort();
      await reading;
      return lagsMs;
    },
  };
}

async function read(body: NonNullable<Response['body']>, lagsMs: number[]): Promise<void> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    const nowMs = Date.now();
    const messages = (rest + chunk).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const time = /"time":"([^"]+)"/.exec(message)?.[1];
      if (time !== undefined) lagsMs.push(nowMs - Date.parse(time));
    }
  }
}
