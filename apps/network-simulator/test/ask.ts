import type { RunningNetworkSimulator } from '@linework/testing/start-network-simulator';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

export interface Asked {
  readonly key?: string;
  readonly undoes?: string;
  readonly body?: unknown;
}

/** Asks a running simulator as a caller of the network does. */
export async function ask({ url }: Pick<RunningNetworkSimulator, 'url'>, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const headers = {
    ...(asked.key === undefined ? {} : { 'Idempotency-Key': asked.key }),
    ...(asked.undoes === undefined ? {} : { Undoes: asked.undoes }),
    ...(asked.body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const body = asked.body === undefined ? null : JSON.stringify(asked.body);
  const response = await fetch(new URL(path, url), { method, headers, body });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    replayed: response.headers.get('Idempotency-Replayed') === 'true',
  };
}
