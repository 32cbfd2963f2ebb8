import { openMetricsContentType } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** The media type of the page that names traces. */
export const openMetricsType: string = openMetricsContentType;

/** The trace and the span that a bucket names, from a `traceparent`; nothing without a trace that is kept. */
export function exemplarOf(trace: string | null): Readonly<Record<string, string>> {
  const [, traceId, spanId, flags] = trace?.split('-') ?? [];
  return traceId !== undefined && spanId !== undefined && flags === '01' ? { trace_id: traceId, span_id: spanId } : {};
}

/**
 * Prints all metrics in the format OpenMetrics, in which buckets name traces. The registry of prom-client itself would
 * rename its counters when it prints this format, so its usual text is turned into it: the name of a counter is without
 * `_total`, and no line is empty.
 */
export async function printOpenMetrics({ registry, traced }: Pick<Metrics, 'registry' | 'traced'>): Promise<string> {
  const [text, ofTraced] = await Promise.all([registry.metrics(), traced.metrics()]);
  const isTraced = new Set(traced.getMetricsAsArray().map(({ name }) => name));
  const families = text.trimEnd().split('\n\n');
  const others = families.filter((family) => !isTraced.has(/^# HELP (\S+)/.exec(family)?.[1] ?? ''));
  return [...others.map(renameCounter), ofTraced].join('\n');
}

const renameCounter = (family: string): string =>
  / counter$/m.test(family.split('\n')[1] ?? '') ? family.replaceAll(/^(# (?:HELP|TYPE) \S+)_total /gm, '$1 ') : family;
