import type { Role } from '@linework/auth/roles';
import { createHttpServer } from '@linework/http/server/create-server';
import { listen } from '@linework/http/server/listen';
import { createLog } from '@linework/log/log';
import { hashPassword } from '@linework/operators/hash-password';
import { startSession } from '@linework/operators/start-session';
import express from 'express';
import { v7 as newId } from 'uuid';
import { type ConsoleOptions, createConsole } from '../../src/console/console.ts';
import { createCostLimiter } from '../../src/limits/cost-limiter.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { allowed, startTestApi, type TestApi } from '../support/test-api.ts';

/** Any member of a response. */
// biome-ignore lint/suspicious/noExplicitAny: a test compares the whole text with what it expects.
type Json = any;

interface Page {
  /** Sends a request as a page of the console does. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PlainResponse & { readonly json: Json }>;
  /** The cookie that the browser has; empty before the sign-in. */
  cookie: string;
}

export interface TestConsole {
  readonly api: TestApi;
  readonly port: number;
  /** Creates a person who can sign in with a password: of a broker, or of the operator. */
  aPerson(
    role: Role,
    brokerId?: string,
  ): Promise<{ readonly id: string; readonly name: string; readonly password: string }>;
  /** A browser in which nobody is signed in. */
  aPage(): Page;
  /** A browser in which a new person with this role is signed in. */
  signedIn(
    role: Role,
    brokerId?: string,
  ): Promise<Page & { readonly id: string; readonly name: string; readonly password: string }>;
  close(): Promise<void>;
}

let people = 0;
const password = 'correct horse battery';
/** A real hash takes a third of a second of a processor, and each sign-in as long again. */
const passwordHash = hashPassword(password, { logN: 7, r: 8, p: 1 });

/** Starts the console on the interface of a test, with a database of its own. */
export const startTestConsole = async (options: Partial<ConsoleOptions> = {}): Promise<TestConsole> =>
  startConsoleOf(await startTestApi(), options);

/** Starts the console on an interface that was started before. Closing it closes the interface too. */
export async function startConsoleOf(api: TestApi, options: Partial<ConsoleOptions> = {}): Promise<TestConsole> {
  const app = express().use(
    '/console',
    createConsole({
      deps: api.deps,
      limits: allowed,
      costLimiter: createCostLimiter(allowed.costs),
      log: createLog({ name: 'console', level: 'error', destination: { write: (line) => void api.errors.push(line) } }),
      consoleUrl: undefined,
      openid: [],
      allowsPasswords: true,
      folder: undefined,
      ...options,
    }),
  );
  const server = createHttpServer(app, { errorsBase: 'https://linework.example/problems' });
  const port = await listen(server, 0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;

  function aPage(): Page {
    const page: Page = {
      cookie: '',
      async call(method, path, body, headers = {}) {
        const response = await send(port, {
          method,
          path: `/console/api${path}`,
          headers: {
            Host: `127.0.0.1:${port}`,
            ...(page.cookie !== '' && { Cookie: page.cookie }),
            ...(method !== 'GET' && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        for (const cookie of response.headers['set-cookie'] ?? []) page.cookie = cookie.split(';')[0] ?? '';
        return {
          ...response,
          json: response.headers['content-type']?.includes('json') ? JSON.parse(response.text) : undefined,
        };
      },
    };
    return page;
  }

  async function aPerson(role: Role, brokerId?: string) {
    people += 1;
    const { id, name } = await api.db.prisma.operator.create({
      data: {
        id: newId(),
        name: `Person ${people}`,
        role,
        brokerId: brokerId ?? null,
        passwordHash: await passwordHash,
      },
    });
    return { id, name, password };
  }

  return {
    api,
    port,
    aPerson,
    aPage,
    async signedIn(role, brokerId) {
      const person = await aPerson(role, brokerId);
      const session = await startSession(api.db, person.id, 'password');
      return Object.assign(aPage(), person, { cookie: `__Host-linework=${session?.token}` });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await api.close();
    },
  };
}
