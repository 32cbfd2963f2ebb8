/** One status and the moves out of it. A status without moves is final. */
export interface StatusDeclaration<Status extends string, Request extends string> {
  /** The meaning of this status, for the generated documents. */
  readonly meaning: string;
  /** Moves that a request makes, by the name of the request. */
  readonly on?: Readonly<Partial<Record<Request, Status>>>;
  /** Moves that the program makes without a request. */
  readonly to?: readonly Status[];
}

interface Move<Status extends string, Request extends string> {
  /** Null for a new record. */
  readonly from: Status | null;
  readonly to: Status;
  /** The request that makes this move; undefined if the program makes it without one. */
  readonly on?: Request;
}

export interface Lifecycle<Status extends string = string, Request extends string = string> {
  /** The name; the guard in the database uses it in its error messages. */
  readonly name: string;
  readonly statuses: readonly [Status, ...Status[]];
  readonly initial: readonly Status[];
  readonly meanings: Readonly<Record<Status, string>>;
  readonly moves: readonly Move<Status, Request>[];
  canMove(from: Status | null, to: Status): boolean;
  /** The status to which a request leads; undefined if the request is not allowed in the current status. */
  getTarget(request: Request, from: Status): Status | undefined;
  /** The statuses in which a request is allowed. */
  getSources(request: Request): readonly Status[];
  /** The requests that a status allows. */
  getRequests(from: Status): readonly Request[];
  isFinal(status: Status): boolean;
}

/** The status names of a lifecycle. */
export type StatusOf<L> = L extends Lifecycle<infer Status, string> ? Status : never;
/** The request names of a lifecycle. */
export type RequestOf<L> = L extends Lifecycle<string, infer Request> ? Request : never;

/**
 * Defines the lifecycle of a record as a table of data. It is the only source of the moves: the types, the conditional
 * updates, the sweeps, the guard in the database and the diagrams read them from here.
 */
export function defineLifecycle<const Status extends string, const Request extends string = never>(declaration: {
  readonly name: string;
  readonly initial: readonly NoInfer<Status>[];
  readonly statuses: Readonly<Record<Status, StatusDeclaration<NoInfer<Status>, Request>>>;
}): Lifecycle<Status, Request> {
  const statuses = Object.keys(declaration.statuses) as [Status, ...Status[]];
  const moves: readonly Move<Status, Request>[] = [
    ...declaration.initial.map((to) => ({ from: null, to })),
    ...statuses.flatMap((from) => listMoves(from, declaration.statuses[from])),
  ];
  const getTarget = (request: Request, from: Status) => declaration.statuses[from].on?.[request];
  return {
    name: declaration.name,
    statuses,
    initial: declaration.initial,
    meanings: Object.fromEntries(statuses.map((status) => [status, declaration.statuses[status].meaning])) as Record<
      Status,
      string
    >,
    moves,
    canMove: (from, to) => moves.some((move) => move.from === from && move.to === to),
    getTarget,
    getSources: (request) => statuses.filter((from) => getTarget(request, from) !== undefined),
    getRequests: (from) => Object.keys(declaration.statuses[from].on ?? {}) as Request[],
    isFinal: (status) => !moves.some((move) => move.from === status),
  };
}

function listMoves<Status extends string, Request extends string>(
  from: Status,
  { on, to }: StatusDeclaration<Status, Request>,
): readonly Move<Status, Request>[] {
  const requestedMoves = Object.entries(on ?? {}).map(([request, target]) => ({
    from,
    to: target as Status,
    on: request as Request,
  }));
  return [...requestedMoves, ...(to ?? []).map((target) => ({ from, to: target }))];
}
