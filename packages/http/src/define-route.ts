import type { Scope } from '@linework/auth/scopes';
import type { ProblemCode } from '@linework/problem-details/codes/problem-codes';
import { z } from 'zod';
import type { RouteCost } from './route-cost.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a route answers under one status. */
export interface ResponseDeclaration {
  readonly description: string;
  /** The shape of a JSON answer. Without it and without a media type the answer has no body. */
  readonly body?: z.ZodType;
  /** Without it JSON. Where there is no `body`, the bytes or the text of an answer in one of these types are the handler's own. */
  readonly mediaType?: string | readonly string[];
  /** Headers that the handler may set, each with what it says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A problem that a route may answer, by its code. `conflict` stands for every conflict, where nobody has said yet which. */
export type RouteProblem = ProblemCode | 'conflict';

/** Everything that is known about one operation: validation, the scope check, the document and the client come from here. */
export interface Route {
  /** Verb and noun, unique; also the name of the operation in the document. */
  readonly name: string;
  readonly method: Method;
  /** With path parameters in braces: `/lines/{id}/block`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** What a reader has to know beyond the summary, in whole sentences. */
  readonly description?: string;
  /** What the caller's key must be allowed to do; null where no key is needed. */
  readonly scope: Scope | null;
  /** Strict objects: what they do not name is a fault of the request. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A broker's own is known by its key; an operator's is of none, and its body without a `brokerId` is at fault. */
  readonly requiresBrokerFromOperator?: true;
  /** How long the body may be, where the usual measure is too small for it. */
  readonly bodyLimitBytes?: number;
  /**
   * The media types of a body of any length, in place of `body`: the handler reads it as it arrives. Such a request cannot be
   * compared with an earlier one, so that no `Idempotency-Key` is honoured.
   */
  readonly stream?: readonly [string, ...string[]];
  /**
   * Its work cannot be one transaction: it asks other companies' systems and has to note beforehand that it does, or it is long. With an
   * `Idempotency-Key` its answer is kept after the work and not with it. What it does must be safe to be asked for twice, and answer a repetition
   * as it answered first.
   */
  readonly hasSeveralTransactions?: boolean;
  /** Its body may hold secrets among its `attributes`: nothing from which they could be guessed is kept with an `Idempotency-Key`. */
  readonly hasSecrets?: true;
  /** How dear its work is, where `costOf` would say otherwise. */
  readonly cost?: RouteCost;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /** The codes of those that its own work raises; `problems-of-route.ts` adds those that every route of its kind may answer. */
  readonly problems: readonly RouteProblem[];
  /**
   * By status: the members that a problem of this route has beside those of every problem. Its `errors`, where they have members
   * of their own, take the place of the usual ones.
   */
  readonly problemMembers?: Readonly<Record<number, z.ZodObject>>;
}

/** Says an operation once, typed by what is said. Throws where its parts contradict each other. */
export function defineRoute<const Declared extends Route>(route: Declared): Declared {
  const pathParameters = parameterNames(route.path).toSorted().join();
  const declared = Object.keys(route.params?.shape ?? {})
    .toSorted()
    .join();
  if (pathParameters !== declared) throw new Error(`${route.name}: its path has the parameters (${pathParameters}), its params (${declared})`);
  if (![route.params, route.query, route.body].every(rejectsUnknownMembers)) {
    throw new Error(`${route.name}: params, query and body are z.strictObject, so that unknown members are faults`);
  }
  if (route.stream && (route.body || route.method === 'get')) throw new Error(`${route.name}: a streamed body stands alone, and not on a GET`);
  return route;
}

/** The names in braces of a path, in their order. */
export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
}

function rejectsUnknownMembers(schema: z.ZodType | undefined): boolean {
  return !(schema instanceof z.ZodObject) || schema.def.catchall instanceof z.ZodNever;
}
