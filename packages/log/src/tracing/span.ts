type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  /**
   * The W3C trace context (`traceparent`) under which the span belongs, of a request or of a row; by default the
   * current span.
   */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
}

interface Span {
  rename(name: string): void;
  setAttributes(attributes: Attributes): void;
}

type Work<Result> = (span: Span) => Promise<Result>;

/** What OpenTelemetry does for the functions of this file. */
export interface Tracing {
  run<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result>;
  traceParent(): string | null;
}

let tracing: Tracing | undefined;

/** Switches tracing on, or off with undefined. It is off until then, and the functions below only call their work. */
export function setTracing(started: Tracing | undefined): void {
  tracing = started;
}

export const isTracing = (): boolean => tracing !== undefined;

/** The W3C trace context of the current span; null without one. */
export const traceParent = (): string | null => tracing?.traceParent() ?? null;

/** The header that tells another system the current span. */
export function traceHeader(): { readonly traceparent?: string } {
  const parent = traceParent();
  return parent === null ? {} : { traceparent: parent };
}

const noSpan: Span = { rename: () => {}, setAttributes: () => {} };

/** Runs the work in a span that ends with it. An error of the work is recorded and raised. */
export function inSpan<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  return tracing === undefined ? work(noSpan) : tracing.run(name, options, work);
}

/**
 * Runs the work in a span if there is a current one. What happens outside of spans, such as the statements of a job
 * that runs four times a second, begins no trace.
 */
export function inChildSpan<Result>(name: string, options: SpanOptions, work: Work<Result>): Promise<Result> {
  return traceParent() === null ? work(noSpan) : inSpan(name, options, work);
}
