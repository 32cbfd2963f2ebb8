/** A value that an operation takes, in its path, its query or its body. */
export interface OperationInput {
  readonly name: string;
  /**
   * `string`, `integer`, `number`, `boolean`, `object`, `array`, or the type of the items with brackets: `string[]`.
   */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** `uuid`, `date-time`, `date` and others, where the value has such a form. */
  readonly format?: string;
  /** The values that are possible; of an array, those of its items. */
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

/** One operation of the interface, as data. */
export interface Operation {
  /** The operation id: `blockLine`. */
  readonly name: string;
  /** The group of methods in the SDK and of commands in the command line: `lines`. */
  readonly noun: string;
  /** The method of the SDK: `block`. */
  readonly verb: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/lines/{id}/block`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The scope that the key needs; null if no key is needed. */
  readonly scope: string | null;
  readonly params: readonly OperationInput[];
  readonly query: readonly OperationInput[];
  /** The members of the body; null if there is no JSON body. */
  readonly body: readonly OperationInput[] | null;
  readonly bodyRequired: boolean;
  /** A body with the members that are required, as an example. */
  readonly bodyExample?: unknown;
  /** The media types of a body that is sent as it is, instead of JSON. */
  readonly stream?: readonly string[];
  /** The media types of the response; empty if it has no body. */
  readonly returns: readonly string[];
  /** The response is a page of a list. Its `Link` header leads to the next one. */
  readonly isList: boolean;
  readonly isWrite: boolean;
  /** The request may be repeated with the same `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  /** The response names an order in `Location`, which can be followed. */
  readonly opensOrder: boolean;
  /** The codes of the problems that it can answer with. */
  readonly problems: readonly string[];
}
