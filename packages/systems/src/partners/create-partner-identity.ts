import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '@linework/config/config-error';
import type { RemoteSystem } from '../send-http-request.ts';
import type { PartnerName, PartnerSettings } from './partner-config.ts';

/**
 * Linework's credentials at a partner: a key, a client certificate (mutual TLS), or both; and the authority whose
 * certificates it accepts there. Raises `ConfigError` for an incomplete or invalid certificate.
 */
export function createPartnerIdentity(
  partner: PartnerName,
  settings: PartnerSettings,
): Pick<RemoteSystem, 'fetch' | 'headers'> {
  const key = settings[`${partner}_KEY`];
  const tls = readTlsOptions(partner, settings);
  return {
    ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }),
    ...(tls && { fetch: createFetch(tls) }),
  };
}

interface TlsOptions {
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
}

function readTlsOptions(partner: PartnerName, settings: PartnerSettings): TlsOptions | undefined {
  const [cert, key, ca] = [
    settings[`${partner}_CLIENT_CERT`],
    settings[`${partner}_CLIENT_KEY`],
    settings[`${partner}_CA`],
  ];
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError([`Set both ${partner}_CLIENT_CERT and ${partner}_CLIENT_KEY, or neither`]);
  if (!settings[`${partner}_URL`].startsWith('https:'))
    throw new ConfigError([`${partner}_URL must begin with https:// when a certificate is set`]);
  const tls = {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(ca !== undefined && { ca }),
  };
  try {
    createSecureContext(tls);
    // A text without a certificate would pass above, and then no certificate would be accepted.
    if (ca !== undefined) new X509Certificate(ca);
  } catch {
    // The original error may contain a part of the key.
    throw new ConfigError([
      `${partner}_CLIENT_CERT, ${partner}_CLIENT_KEY and ${partner}_CA must be PEM, and the key must belong to ` +
        'the certificate',
    ]);
  }
  return tls;
}

/**
 * `fetch` over connections of a separate agent: the built-in one cannot use a certificate. The first call loads the
 * library, because most installations have no certificate and loading takes 50 ms of the processor at each start.
 */
function createFetch(tls: TlsOptions): typeof fetch {
  const open = async () => {
    const { Agent, fetch: fetchThrough } = await import('undici');
    return { fetchThrough, dispatcher: new Agent({ connect: tls }) };
  };
  let opened: ReturnType<typeof open> | undefined;
  const send = async (input: string | URL, init: object) => {
    opened ??= open();
    const { fetchThrough, dispatcher } = await opened;
    return fetchThrough(input, { ...init, dispatcher });
  };
  return send as unknown as typeof fetch;
}
