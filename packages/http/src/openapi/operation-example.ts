/** A request of an operation, and the answer that it really got. */
export interface OperationExample {
  readonly request: { readonly path: string; readonly mediaType?: string; readonly body?: unknown };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly mediaType?: string;
    /** JSON, or the text of another media type. */
    readonly body?: unknown;
  };
}
