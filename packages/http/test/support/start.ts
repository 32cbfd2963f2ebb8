import { request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Caller } from '@linework/auth/caller';
import { unauthorized } from '@linework/problem-details/make-problem';
import { problemSchema } from '@linework/problem-details/problem-document';
import express from 'express';
import { expect, onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/implement.ts';
import { mount } from '../../src/routing/mount.ts';
import type { CompletedRequest, MountOptions } from '../../src/routing/mount-options.ts';
import { createHttpServer } from '../../src/server/create-server.ts';

export const errorsBase = 'https://linework.example/problems';
export const readerKey = 'reader';
export const writerKey = 'writer';

const callers: Readonly<Record<string, Caller>> = {
  [readerKey]: { keyId: 'reader', brokerId: 'b', scopes: ['lines:read'] },
  [writerKey]: { keyId: 'writer', brokerId: 'b', scopes: ['lines:read', 'lines:write'] },
};

export interface Started {
  readonly url: string;
  readonly port: number;
  /** The errors that were passed to onError, as text. */
  readonly errors: string[];
  readonly answered: CompletedRequest[];
}

/** Serves the endpoints over HTTP until the test ends. */
export async function start(
  endpoints: readonly Endpoint<object>[],
  options: Partial<MountOptions<object>> = {},
): Promise<Started> {
  const errors: string[] = [];
  const answered: CompletedRequest[] = [];
  const app = express();
  mount(app, endpoints, {
    deps: {},
    authenticate: (key) => callers[key] ?? rejectKey(),
    errorsBase,
    checkResponses: true,
    onError: (error) => errors.push(String(error)),
    onCompleted: (request) => answered.push(request),
    ...options,
  });
  const url = await listen(app);
  return { url, port: Number(new URL(url).port), errors, answered };
}

/** Serves an application until the test ends, and returns its URL. */
export async function listen(app: RequestListener): Promise<string> {
  const server = createHttpServer(app, { errorsBase });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function rejectKey(): never {
  throw unauthorized();
}

/** Sends bytes unchanged, and returns everything that arrives until the server closes the connection. */
export function sendRaw(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    for (const part of parts) socket.write(part);
  });
}

/** Sends a request with its path and headers unchanged. `fetch` would normalise them. */
export function sendPlain(
  port: number,
  {
    method = 'GET',
    path = '/',
    headers = {},
    body,
  }: { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: Uint8Array | string },
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads a response that must be a complete problem document. */
export async function problemIn(answer: Response): Promise<Record<string, unknown>> {
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const document = problemSchema.parse(await answer.json());
  expect(document.status).toBe(answer.status);
  expect(document.requestId).toBe(answer.headers.get('X-Request-Id'));
  expect(document.type.startsWith(`${errorsBase}/`)).toBe(true);
  return document;
}
