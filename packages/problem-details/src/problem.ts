import { type CodeOf, type ProblemCode, problemCodes } from './codes/problem-codes.ts';
import { type ProblemName, type ProblemStatus, problems } from './codes/problems.ts';

/** Forbids the members that only the document itself sets. */
interface NoDocumentMembers {
  readonly [member: string]: unknown;
  readonly type?: never;
  readonly title?: never;
  readonly status?: never;
  readonly detail?: never;
  readonly instance?: never;
  readonly requestId?: never;
}

/** The additional members of a problem. They cannot overwrite the members that every problem has. */
export interface ProblemMembers extends NoDocumentMembers {
  readonly code?: never;
}

/**
 * A `code` and the additional members. `Omit` cannot derive this type, because it loses the names beside an index
 * signature.
 */
export interface CodeAndMembers<Code extends ProblemCode = ProblemCode> extends NoDocumentMembers {
  readonly code: Code;
}

export interface ProblemOptions<Name extends ProblemName = ProblemName> {
  /** The default is the status of the code. */
  readonly status?: ProblemStatus<Name> | undefined;
  /** Distinguishes the problems of one type. The default is the name of the type. */
  readonly code?: CodeOf<Name> | undefined;
  readonly detail?: string | undefined;
  readonly members?: ProblemMembers;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The types whose name is also a code. It is the default code of the type. */
type SelfNamedCode = Extract<ProblemName, ProblemCode>;

/**
 * An error that the client or the operator can solve. It may be thrown anywhere, and is sent as an RFC 9457 problem
 * document.
 */
export class Problem<Name extends ProblemName = ProblemName> extends Error {
  override readonly name: Name;
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: Name & SelfNamedCode, options?: ProblemOptions<Name>);
  constructor(name: Name, options: ProblemOptions<Name> & { readonly code: CodeOf<Name> });
  constructor(name: Name, options: ProblemOptions<Name> = {}) {
    super(options.detail ?? problems[name].title, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = name;
    this.code = options.code ?? (name as SelfNamedCode);
    this.status = options.status ?? problemCodes[this.code].status;
    this.detail = options.detail;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}
