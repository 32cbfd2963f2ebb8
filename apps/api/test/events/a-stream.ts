import { onTestFinished } from 'vitest';

interface StreamOptions {
  readonly key: string;
  readonly lastEventId?: string | undefined;
  readonly query?: string;
}

interface Message {
  readonly id: string;
  readonly text: string;
}

/** Opens a stream of events. It is closed at the end of the test. */
export async function aStream(url: string, { key, lastEventId, query = '' }: StreamOptions) {
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  const headers = {
    'X-API-Key': key,
    Accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  };
  const response = await fetch(`${url}/events/stream?${query}`, { headers, signal: closed.signal });
  const messages = response.ok ? readMessages(response) : noMessages();
  let lastId: string | undefined;
  // The first message is a comment. After it the stream follows the feed.
  if (response.ok) await messages.next();

  async function readText(): Promise<string | undefined> {
    const { value } = await messages.next();
    if (value === undefined) return undefined;
    lastId = value.id;
    return value.text;
  }

  return {
    response,
    lastId: () => lastId,
    close: () => closed.abort(),
    async readTexts(count: number): Promise<readonly (string | undefined)[]> {
      const texts: (string | undefined)[] = [];
      while (texts.length < count) texts.push(await readText());
      return texts;
    },
    async readToEnd(): Promise<readonly string[]> {
      const texts: string[] = [];
      for (let text = await readText(); text !== undefined; text = await readText()) texts.push(text);
      return texts;
    },
  };
}

async function* noMessages(): AsyncGenerator<Message> {}

async function* readMessages(response: Response): AsyncGenerator<Message> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield readMessage(part);
  }
}

function readMessage(part: string): Message {
  if (part.startsWith(':')) return { id: '', text: part };
  const fields = new Map(
    part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = JSON.parse(fields.get('data') ?? '{}') as { data: { record: { details: { text: string } } } };
  return { id: fields.get('id') ?? '', text: data.data.record.details.text };
}
