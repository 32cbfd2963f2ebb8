import { type CodeOf, type ProblemCode, problemCodes } from './codes/problem-codes.ts';
import { type ProblemName, type ProblemStatus, problems } from './problems.ts';

/** The members that the document itself writes, and nobody else. */
interface NoDocumentMembers {
  readonly [member: string]: unknown;
  readonly type?: never;
  readonly title?: never;
  readonly status?: never;
  readonly detail?: never;
  readonly instance?: never;
  readonly requestId?: never;
}

/** Members of a problem beside those that every problem has, which cannot be overwritten. */
export interface ProblemMembers extends NoDocumentMembers {
  readonly code?: never;
}

/** A `code` and whatever else tells a program more. Not made of the other by `Omit`, which keeps no name beside an index signature. */
export interface CodeAndMembers<Code extends ProblemCode = ProblemCode> extends NoDocumentMembers {
  readonly code: Code;
}

export interface ProblemOptions<Name extends ProblemName = ProblemName> {
  /** That of the code where it is left out. */
  readonly status?: ProblemStatus<Name> | undefined;
  /** Tells a program apart what shares a type; the name of the type where it is left out. */
  readonly code?: CodeOf<Name> | undefined;
  readonly detail?: string | undefined;
  readonly members?: ProblemMembers;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The types whose name is a code, too, which a problem without another has. */
type SelfNamedCode = Extract<ProblemName, ProblemCode>;

/** An error that somebody can act on, thrown anywhere and answered as an RFC 9457 problem document. */
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
