import type { RunningNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';

export interface TestResponse {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

export interface TestRequest {
  readonly key?: string;
  readonly undoes?: string;
  readonly body?: unknown;
}

/** Calls a running simulator like a caller of the network. */
export async function sendRequest(
  { url }: Pick<RunningNetworkSimulator, 'url'>,
  method: string,
  path: string,
  request: TestRequest = {},
): Promise<TestResponse> {
  const headers = {
    ...(request.key === undefined ? {} : { 'Idempotency-Key': request.key }),
    ...(request.undoes === undefined ? {} : { Undoes: request.undoes }),
    ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const response = await fetch(new URL(path, url), { method, headers, body });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    replayed: response.headers.get('Idempotency-Replayed') === 'true',
  };
}
