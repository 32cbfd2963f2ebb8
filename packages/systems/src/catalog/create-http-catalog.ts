import type { TransactionalCatalog } from '@linework/catalog/catalog';
import type { TransientError } from '@linework/engine/model/system-errors';
import { offer } from '@linework/schemas/catalog/offer';
import { type OfferVersion, offerVersion } from '@linework/schemas/catalog/offer-version';
import type { z } from 'zod';
import type { SystemBreaker } from '../breaker/create-system-breaker.ts';
import { callLinework, type LineworkAddress, type RemoteLinework, readContent } from '../linework/call-linework.ts';
import { createBreakerCaller } from '../linework/create-breaker-caller.ts';
import { createCache } from './create-cache.ts';

export interface HttpCatalogOptions extends LineworkAddress {
  /** The breaker that every call goes through. */
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** How long the currently valid version is cached. */
  readonly currentTtlMs?: number;
  readonly nowMs?: () => number;
  /** Called for each call that failed. */
  readonly onError?: (error: TransientError) => void;
}

/**
 * The catalogue of another Linework. A version is fetched once, because it never changes; the current version of an
 * offer every 30 seconds. When the catalogue is unreachable, cached values are still returned, and everything else
 * raises 503.
 */
export function createHttpCatalog({
  breaker,
  currentTtlMs = 30_000,
  nowMs = Date.now,
  onError,
  ...address
}: HttpCatalogOptions): TransactionalCatalog {
  const remote: RemoteLinework = { ...address, code: 'catalog', name: 'The catalogue' };
  const throughBreaker = createBreakerCaller({ name: remote.name, breaker, onError });
  const versions = createCache<OfferVersion>({ nowMs });
  const current = createCache<OfferVersion>({ nowMs });

  const fetchContent = <Content>(path: string, shape: z.ZodType<Content>): Promise<Content | undefined> =>
    throughBreaker(async () => {
      const response = await callLinework(remote, path);
      return response.status === 404 ? undefined : readContent(remote, response, shape);
    });

  async function fetchVersion(id: string) {
    const value = await fetchContent(`/catalog/versions/${encodeURIComponent(id)}`, offerVersion);
    return value && { value, ttlMs: Number.POSITIVE_INFINITY };
  }

  async function fetchCurrent(offerId: string) {
    const value = (await fetchContent(`/catalog/offers/${encodeURIComponent(offerId)}`, offer))?.currentVersion;
    if (value === undefined) return undefined;
    const remainingMs = value.validUntil === undefined ? currentTtlMs : Date.parse(value.validUntil) - nowMs();
    return { value, ttlMs: Math.min(currentTtlMs, remainingMs) };
  }

  const catalog: TransactionalCatalog = {
    async findOfferVersion({ brokerId, offerVersionId: id, signal }) {
      return hideFromOtherBrokers(
        await withAbort(
          versions(id, () => fetchVersion(id)),
          signal,
        ),
        brokerId,
      );
    },
    async findCurrentVersion({ brokerId, offerId, signal }) {
      return hideFromOtherBrokers(
        await withAbort(
          current(offerId, () => fetchCurrent(offerId)),
          signal,
        ),
        brokerId,
      );
    },
    inTransaction: () => catalog,
  };
  return catalog;
}

/** The key may see the offers of every broker; a caller sees only its own. */
const hideFromOtherBrokers = (version: OfferVersion | undefined, brokerId: string) =>
  version?.brokerId === brokerId ? version : undefined;

/** A shared request continues when one of its callers is aborted. */
async function withAbort<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  const abortion = Promise.withResolvers<never>();
  const abort = () => abortion.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, abortion.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
