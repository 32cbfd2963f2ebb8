/** One status and the ways out of it. A status with no way out is final. */
export interface StatusDeclaration<Status extends string, Request extends string> {
  /** What this status means, for the documents. */
  readonly meaning: string;
  /** Moves that somebody asks for, by the name of the request. */
  readonly on?: Readonly<Partial<Record<Request, Status>>>;
  /** Moves that the work itself makes. */
  readonly to?: readonly Status[];
}

interface Move<Status extends string, Request extends string> {
  /** Null for the birth of a record. */
  readonly from: Status | null;
  readonly to: Status;
  /** The request that makes this move, where one does. */
  readonly on?: Request;
}

export interface Lifecycle<Status extends string = string, Request extends string = string> {
  /** Also the name under which the database guards its table's `status` column. */
  readonly name: string;
  readonly statuses: readonly [Status, ...Status[]];
  readonly initial: readonly Status[];
  readonly meanings: Readonly<Record<Status, string>>;
  readonly moves: readonly Move<Status, Request>[];
  canMove(from: Status | null, to: Status): boolean;
  /** Where a request leads from a status; undefined when it may not be asked for there. */
  getTarget(request: Request, from: Status): Status | undefined;
  /** The statuses a request may be asked for from. */
  getSources(request: Request): readonly Status[];
  /** What may be asked for from a status. */
  getRequests(from: Status): readonly Request[];
  isFinal(status: Status): boolean;
}

/** The status names of a lifecycle. */
export type StatusOf<L> = L extends Lifecycle<infer Status, string> ? Status : never;
/** The request names of a lifecycle. */
export type RequestOf<L> = L extends Lifecycle<string, infer Request> ? Request : never;

/**
 * Declares the life of a record as one table of data. Everything that needs the moves reads them from here: the types,
 * the conditional updates, the sweeps, the guard in the database and the diagrams.
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
  const targetOf = (request: Request, from: Status) => declaration.statuses[from].on?.[request];
  return {
    name: declaration.name,
    statuses,
    initial: declaration.initial,
    meanings: Object.fromEntries(statuses.map((status) => [status, declaration.statuses[status].meaning])) as Record<Status, string>,
    moves,
    canMove: (from, to) => moves.some((move) => move.from === from && move.to === to),
    getTarget: targetOf,
    getSources: (request) => statuses.filter((from) => targetOf(request, from) !== undefined),
    getRequests: (from) => Object.keys(declaration.statuses[from].on ?? {}) as Request[],
    isFinal: (status) => !moves.some((move) => move.from === status),
  };
}

function listMoves<Status extends string, Request extends string>(
  from: Status,
  { on, to }: StatusDeclaration<Status, Request>,
): readonly Move<Status, Request>[] {
  const requestedMoves = Object.entries(on ?? {}).map(([request, target]) => ({ from, to: target as Status, on: request as Request }));
  return [...requestedMoves, ...(to ?? []).map((target) => ({ from, to: target }))];
}
