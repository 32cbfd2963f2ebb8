import { onTestFinished } from 'vitest';

/** Opens the stream of changes with a cookie. Each read returns the next message, and undefined at the end. */
export async function openChanges(port: number, cookie: string) {
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  const headers = { Cookie: cookie, Accept: 'text/event-stream' };
  const response = await fetch(`http://127.0.0.1:${port}/console/api/changes`, {
    headers,
    signal: closed.signal,
  });
  const messages = readMessages(response);
  // The first message is a comment. After it the stream follows the feed.
  if (response.ok) await messages.next();
  return { status: response.status, next: async () => (await messages.next()).value };
}

async function* readMessages(
  response: Response,
): AsyncGenerator<{ readonly kinds: readonly string[]; readonly ids: readonly string[] }> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.split('\n').find((line) => line.startsWith('data: '));
      if (part.startsWith(': changes')) yield { kinds: [], ids: [] };
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length));
    }
  }
}
