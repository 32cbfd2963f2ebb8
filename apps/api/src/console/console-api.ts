import type { Caller } from '@linework/auth/caller';
import type { TrustedProxies } from '@linework/config/trusted-proxies';
import type { Endpoint } from '@linework/http/implement';
import { mount } from '@linework/http/routing/mount';
import { type FoundSession, findSession, scopesOfSession } from '@linework/operators/find-session';
import { brokerSuspended, notSignedIn } from '@linework/problem-details/make-problem';
import express, { type Application, type Request } from 'express';
import { csvEndpoint } from '../csv/csv-endpoint.ts';
import { endpoints } from '../endpoints/interface.ts';
import { compressIfAsked } from '../request/compress-if-asked.ts';
import type { Deps } from '../request/deps.ts';
import { buildMountOptions, type MountParts, prepareEndpoints } from '../request/mount-parts.ts';
import { unavailableTranslator } from '../request/translate-unavailable.ts';
import { authorizeByRole } from './authorize-by-role.ts';
import { type ConsoleSettings, listConsoleEndpoints } from './console-endpoints.ts';
import { maskEndpoint } from './mask-endpoint.ts';
import { pageWithoutTotal } from './page-without-total.ts';
import { type OriginOptions, requireSameOrigin } from './require-same-origin.ts';
import { readSessionToken } from './session-cookie.ts';

export interface ConsoleParts extends MountParts, OriginOptions, ConsoleSettings {
  /** The proxies whose `X-Forwarded-For` is trusted. Without it none is. */
  readonly trustProxy?: TrustedProxies;
}

/**
 * The interface of the console: every operation of the public interface, with the same rules, for the person of a
 * session instead of a key; and the operations of the session itself. A path that no operation has is a 404.
 */
export function consoleApi({
  consoleUrl,
  trustProxy,
  openid,
  allowsPasswords,
  traceUrl,
  ...parts
}: ConsoleParts): Application {
  const app = express();
  app.set('trust proxy', trustProxy ?? false);
  app.set('etag', false);
  app.use(compressIfAsked());
  app.use(requireSameOrigin({ consoleUrl }));
  const translateUnavailable = unavailableTranslator(parts.log);
  const find = translateUnavailable((token: string, isBackground: boolean) =>
    findSession(parts.deps.db, token, { isBackground }),
  );
  const all = [
    ...listConsoleEndpoints({ openid, allowsPasswords, traceUrl }),
    ...endpoints.filter(isForPeople).map(maskEndpoint).map(pageWithoutTotal).map(csvEndpoint),
  ];
  mount(app, prepareEndpoints(all, translateUnavailable), {
    ...buildMountOptions(parts),
    readCredential: readSessionToken,
    authenticate: async (token, request) => toCaller(await find(token, isBackground(request))),
    authorize: authorizeByRole,
  });
  return app;
}

/** Without a key only documents are read. The notifications of partners come from machines. */
const isForPeople = ({ route }: Endpoint<Deps>): boolean => route.scope !== null || route.method === 'get';

/**
 * A page that asks by itself says so, so that a screen that nobody watches signs out after 30 minutes. A browser opens
 * a stream again by itself, without that header.
 */
const isBackground = ({ headers }: Request): boolean =>
  headers['x-background'] === 'true' || headers.accept === 'text/event-stream';

/** A person of the operator sees all brokers; one of a broker is a caller of that broker, as its keys are. */
function toCaller(session: FoundSession | null): Caller {
  if (!session) throw notSignedIn();
  const { isSuspended, ...operator } = session;
  if (isSuspended) throw brokerSuspended();
  return { keyId: operator.id, operator, brokerId: operator.brokerId, scopes: scopesOfSession(operator) };
}
