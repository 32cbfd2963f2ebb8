import type { Endpoint } from '@linework/http/implement';
import type { OpenidProvider } from '@linework/operators/openid/openid-provider';
import type { Deps } from '../request/deps.ts';
import { maskEndpoint } from './mask-endpoint.ts';
import { pageWithoutTotal } from './page-without-total.ts';
import { beginOpenidSignIn } from './routes/begin-openid-sign-in.ts';
import { changePassword } from './routes/change-password.ts';
import { finishOpenidSignIn } from './routes/finish-openid-sign-in.ts';
import { getOrderDetails } from './routes/get-order-details.ts';
import { getSession } from './routes/get-session.ts';
import { listBulkItemRows } from './routes/list-bulk-item-rows.ts';
import { listOrderRows } from './routes/list-order-rows.ts';
import { listSignInWays } from './routes/list-sign-in-ways.ts';
import { signIn } from './routes/sign-in.ts';
import { signOut } from './routes/sign-out.ts';
import { streamChanges } from './routes/stream-changes.ts';
import { unmaskDocument, unmaskRecord } from './routes/unmask-record.ts';

export interface ConsoleSettings {
  /** The OpenID providers of the operator and of brokers that are configured. */
  readonly openid: readonly OpenidProvider[];
  /** Whether people may sign in by password. */
  readonly allowsPasswords: boolean;
  /** The address of the traces of an order, with placeholders; undefined if none is configured. */
  readonly traceUrl?: string | undefined;
}

/**
 * What pages read that the public interface has in another form: its records with those that they name, in one answer.
 * They are masked like everything else.
 * @internal
 */
export const consoleReads: readonly Endpoint<Deps>[] = [listOrderRows, listBulkItemRows, getOrderDetails]
  .map(maskEndpoint)
  .map(pageWithoutTotal);

/** The operations of the console itself. They are not part of the public interface. */
export const listConsoleEndpoints = ({
  openid,
  allowsPasswords,
  traceUrl,
}: ConsoleSettings): readonly Endpoint<Deps>[] => [
  listSignInWays({ openid, allowsPasswords }),
  signIn(allowsPasswords),
  ...(openid.length > 0 ? [beginOpenidSignIn(openid), finishOpenidSignIn(openid)] : []),
  getSession(traceUrl),
  signOut(openid),
  changePassword,
  unmaskRecord,
  unmaskDocument,
  streamChanges,
  ...consoleReads,
];
