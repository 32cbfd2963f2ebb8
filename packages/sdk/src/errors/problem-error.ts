import { LineworkError } from './linework-error.ts';

/** One thing that is wrong with a request. */
export interface FieldError {
  /** A whole sentence. */
  readonly detail: string;
  /** A JSON Pointer to the place in the body. */
  readonly pointer?: string;
  /** The name of the path or query parameter, or of the header. */
  readonly parameter?: string;
  readonly [member: string]: unknown;
}

/** A problem document (RFC 9457), as the API sends it. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** How the problem came. */
export interface ProblemContext {
  readonly headers: Headers;
  readonly idempotencyKey?: string | undefined;
}

/** The API rejected the request. `code` says why; the subclasses have the members of their problem. */
export class ProblemError extends LineworkError {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  /** Every error of the request that can be attributed to a value. Empty if there are none. */
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly headers: Headers;
  /** The whole document, with members that a later version of the API has added. */
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument, { headers, idempotencyKey }: ProblemContext) {
    super(`${problem.detail ?? problem.title} (${problem.status} ${problem.code})`);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId ?? headers.get('X-Request-Id') ?? undefined;
    this.idempotencyKey = idempotencyKey;
    this.headers = headers;
    this.problem = problem;
    // The members of a subclass are only declared there. None may replace what every error has.
    for (const [member, value] of Object.entries(problem))
      if (!(member in this)) Object.defineProperty(this, member, { value, enumerable: true });
  }
}
