import type { RoleChoice } from '../roles/choose-role.ts';

/** What was sent with a browser to the provider, and is compared with what comes back. */
export interface OpenidChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the provider has signed about a person. */
export interface OpenidIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined unless the provider says that it has verified the address. */
  readonly verifiedEmail: string | undefined;
  /** The role of the person's groups: undefined if groups decide nothing, null if the person is in none of them. */
  readonly role: RoleChoice | null | undefined;
}

/**
 * The OpenID provider of the operator or of a broker. Each method raises openid-unavailable if the provider does not
 * respond.
 */
export interface OpenidProvider {
  /** The word of a broker's provider in the address of its sign-in; undefined for the operator's. */
  readonly company: string | undefined;
  /** Whose people it signs in; null for those of the operator. */
  readonly brokerId: string | null;
  /** The name on the button. */
  readonly name: string;
  /** Returns the address at the provider that begins a sign-in. */
  begin(): Promise<OpenidChecks & { readonly url: string }>;
  /** Exchanges what the provider sent back with the browser, `search`, for who it is. Raises openid-sign-in-failed. */
  finish(search: string, checks: OpenidChecks): Promise<OpenidIdentity>;
  /** Returns the address at the provider that signs out there too; undefined if there is none. */
  findSignOutUrl(): Promise<string | undefined>;
}
