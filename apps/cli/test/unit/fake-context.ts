import { PassThrough } from 'node:stream';
import type { Api, ApiRequest } from '../../src/api/api.ts';
import type { Context } from '../../src/command/context.ts';
import { createContext } from '../../src/command/create-context.ts';
import { ownCommands } from '../../src/own-commands.ts';
import { run } from '../../src/program/run.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly request: ApiRequest;
}

interface FakeOptions {
  /** The answer to each request. */
  readonly answer?: (sent: Sent) => unknown;
  /** The query of the page after a request; undefined on the last one. */
  readonly next?: (sent: Sent) => string | undefined;
  /** The width of a terminal; without it the output is a pipe. */
  readonly columns?: number;
  readonly configFolder?: string;
  readonly apiKey?: string;
  readonly input?: string;
}

export interface FakeRun {
  readonly code: number;
  readonly output: string;
  readonly errorOutput: string;
  readonly sent: readonly Sent[];
}

/** Runs a command line in this process, with an API that answers what the test says. */
export async function runHere(
  words: readonly string[],
  { answer, next, columns, configFolder = '/nowhere', apiKey, input = '' }: FakeOptions = {},
): Promise<FakeRun> {
  const written = { output: '', errorOutput: '' };
  let exitCode = 0;
  const keep = (name: keyof typeof written, text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  const sent: Sent[] = [];
  const stdin = new PassThrough();
  stdin.end(input);
  const context = createContext({
    environment: {
      apiKey,
      url: undefined,
      profile: undefined,
      configFolder,
      stateFolder: '/nowhere',
      noColor: true,
      variables: {},
    },
    stdin: stdin as unknown as Context['stdin'],
    stdout: { isTTY: columns !== undefined, columns, write: (text) => keep('output', text) },
    stderr: { isTTY: columns !== undefined, columns, write: (text) => keep('errorOutput', text) },
    signal: new AbortController().signal,
    setExitCode: (code) => {
      exitCode = code;
    },
  });
  const api: Api = {
    url: 'http://127.0.0.1:3000',
    async request(method, path, request = {}) {
      const one = { method, path, request };
      sent.push(one);
      const query = next?.(one);
      const headers = new Headers({
        Location: '/orders/4711',
        ...(query !== undefined && { Link: `<${path}?${query}>; rel="next"` }),
      });
      return { data: answer?.(one), status: 200, headers };
    },
    download: async (path) => [answer?.({ method: 'GET', path, request: {} }) as Uint8Array] as never,
    followOrder: async () => answer?.({ method: 'GET', path: '/orders/4711', request: {} }) as never,
    followEvents: async () => undefined,
  };
  const code = await run(
    words,
    answer === undefined ? context : { ...context, openApi: async () => api },
    ownCommands({}),
  );
  return { code: code === 0 ? exitCode : code, ...written, sent };
}
