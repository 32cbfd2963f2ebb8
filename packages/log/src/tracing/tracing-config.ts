import { url } from '@linework/config/settings';
import { version } from '@linework/config/version';
import { z } from 'zod';
import type { StartedTracing } from './start-tracing.ts';

const isShare = (text: string): boolean => /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text);

/** The settings of tracing. The names are those of OpenTelemetry. */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https')
    .optional()
    .describe(
      'Address of a collector that takes traces (OTLP, protobuf over HTTP); `/v1/traces` is appended. Without it ' +
        'nothing is traced, and OpenTelemetry is not loaded.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine(isShare, 'must be a share from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('Share of the traces that begin here and are kept, from 0 to 1. A trace of a caller follows the caller.'),
};

type TracingConfig = z.infer<z.ZodObject<typeof tracingConfig>>;

/** Switches tracing on if a collector is configured. */
export async function startConfiguredTracing(
  config: TracingConfig & { readonly CELL?: string | undefined },
  service: string,
): Promise<StartedTracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: sampleRatio, CELL: cell } = config;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing({ service, version, cell, endpoint, sampleRatio });
}
