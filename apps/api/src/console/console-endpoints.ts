import type { Endpoint } from '@linework/http/implement';
import type { Deps } from '../deps.ts';
import { changePassword } from './routes/change-password.ts';
import { getSession } from './routes/get-session.ts';
import { listSignInWays } from './routes/list-sign-in-ways.ts';
import { signIn } from './routes/sign-in.ts';
import { signOut } from './routes/sign-out.ts';
import { unmaskRecord } from './routes/unmask-record.ts';

export interface ConsoleSettings {
  /** The name of the OpenID provider, as the page shows it; undefined if none is configured. */
  readonly openidName: string | undefined;
}

/** The operations of the console itself. They are not part of the public interface. */
export const listConsoleEndpoints = ({ openidName }: ConsoleSettings): readonly Endpoint<Deps>[] => [
  listSignInWays(openidName),
  signIn,
  getSession,
  signOut,
  changePassword,
  unmaskRecord,
];
