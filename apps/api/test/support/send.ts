import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface PlainRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

export interface PlainResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request with its path and headers unchanged. `fetch` would normalise them. Of a stream of events, which does
 * not end, only the head is read.
 */
export function send(port: number, { method = 'GET', path, headers = {}, body }: PlainRequest): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? undefined : Buffer.byteLength(body);
    const sized = length === undefined ? headers : { ...headers, 'Content-Length': String(length) };
    const request = httpRequest(
      { agent, host: '127.0.0.1', port, method: method.toUpperCase(), path, headers: sized },
      (response) => {
        const head = { status: response.statusCode ?? 0, headers: response.headers };
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          resolve({ ...head, text: '' });
          return void response.destroy();
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ ...head, text: Buffer.concat(chunks).toString() }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
