import type { SignedInOperator } from '@linework/auth/caller';
import { knownScopes } from '@linework/auth/scopes';

/** The role that an administrator has made, from the columns of a person's row. */
export const readOwnRole = (name: string | null, scopes: readonly string[] | null): SignedInOperator['ownRole'] =>
  name === null || scopes === null ? null : { name, scopes: knownScopes(scopes) };
