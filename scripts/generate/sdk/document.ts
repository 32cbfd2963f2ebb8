/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** A response has the member once: one that an Idempotency-Key replays lacks it. */
  readonly 'x-shown-once'?: true;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly [mediaType: string]: { readonly schema: Schema; readonly example?: unknown };
}

/** One operation of the document. */
export interface DocumentedOperation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: Schema;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly content?: Content; readonly headers?: Readonly<Record<string, unknown>> }>
  >;
}

/** The OpenAPI document, as the generator reads it. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
