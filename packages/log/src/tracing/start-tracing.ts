import type { Context } from '@opentelemetry/api';
import { type SpanOptions, setTracing, type Tracing } from './span.ts';

export interface TracingOptions {
  /** `linework-api` or `linework-worker`. */
  readonly service: string;
  readonly version: string;
  readonly cell?: string | undefined;
  /** The address of an OTLP collector (HTTP, protobuf). `/v1/traces` is appended. */
  readonly endpoint: string;
  /** The share of the traces that begin here and are kept. A trace that a caller began is kept as the caller says. */
  readonly sampleRatio: number;
}

export interface StartedTracing {
  /** Sends the last spans and switches tracing off. */
  close(): Promise<void>;
}

/** A killed worker loses the spans of this time, and no more. */
const exportEveryMs = 1_000;
const closeLimitMs = 2_000;

/**
 * Loads OpenTelemetry and switches tracing on. Nothing of it is loaded before: a program without an endpoint does not
 * need the packages.
 */
export async function startTracing(options: TracingOptions): Promise<StartedTracing> {
  const [api, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await load();
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.service,
      'service.version': options.version,
      'service.instance.id': String(process.pid),
      ...(options.cell !== undefined && { 'linework.cell': options.cell }),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` }),
        scheduledDelayMillis: exportEveryMs,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  setTracing(createTracing(api, { contexts, tracer: provider.getTracer('linework', options.version) }));
  return {
    async close() {
      setTracing(undefined);
      const limit = new Promise((resolve) => setTimeout(resolve, closeLimitMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), limit]);
      contexts.disable();
    },
  };
}

function load() {
  return Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
}

type Api = Awaited<ReturnType<typeof load>>[0];

interface TracingParts {
  readonly contexts: { active(): Context; with<Result>(context: Context, work: () => Result): Result };
  readonly tracer: ReturnType<Api['trace']['getTracer']>;
}

function createTracing(api: Api, { contexts, tracer }: TracingParts): Tracing {
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  } as const;

  /** The context of another program, or none if there is no valid one. */
  function remoteContext(parent: string | null): Context {
    const [, traceId, spanId, flags] =
      /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(parent ?? '') ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return api.ROOT_CONTEXT;
    const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    return api.isSpanContextValid(spanContext)
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, spanContext)
      : api.ROOT_CONTEXT;
  }

  const parentOf = ({ parent }: SpanOptions) => (parent === undefined ? contexts.active() : remoteContext(parent));

  return {
    async run(name, options, work) {
      const parent = parentOf(options);
      const { kind = 'internal', attributes = {} } = options;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent);
      const handle = {
        rename: (to: string) => void span.updateName(to),
        setAttributes: (more: SpanOptions['attributes']) => void span.setAttributes({ ...more }),
      };
      try {
        return await contexts.with(api.trace.setSpan(parent, span), () => work(handle));
      } catch (error) {
        // The texts of errors may name people and numbers, which no other system may see.
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
        throw error;
      } finally {
        span.end();
      }
    },
    traceParent() {
      const current = api.trace.getSpanContext(contexts.active());
      if (current === undefined) return null;
      return `00-${current.traceId}-${current.spanId}-${(current.traceFlags & 1).toString(16).padStart(2, '0')}`;
    },
  };
}
