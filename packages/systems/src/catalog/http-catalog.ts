import type { CatalogOnDb } from '@linework/domain/catalog/catalog';
import type { PassingFault } from '@linework/domain/faults';
import { offer } from '@linework/schemas/catalog/offer';
import { type OfferVersion, offerVersion } from '@linework/schemas/catalog/offer-version';
import type { z } from 'zod';
import type { SystemBreaker } from '../breaker/system-breaker.ts';
import { askLinework, contentOf, type LineworkAddress, type OtherLinework } from '../linework/ask-linework.ts';
import { behindBreaker } from '../linework/behind-breaker.ts';
import { remembered } from './remembered.ts';

export interface HttpCatalogOptions extends LineworkAddress {
  /** What every call goes through. */
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** How long the version that is valid now is taken for that. */
  readonly currentForMs?: number;
  readonly nowMs?: () => number;
  /** Told of each call that was made and failed. */
  readonly onFault?: (fault: PassingFault) => void;
}

/**
 * The catalogue of another Linework. A version is asked for once, since it never changes; the current one of an offer every 30
 * seconds. When the catalogue is away what is remembered is still told, and everything else raises 503.
 */
export function httpCatalog({ breaker, currentForMs = 30_000, nowMs = Date.now, onFault, ...address }: HttpCatalogOptions): CatalogOnDb {
  const other: OtherLinework = { ...address, code: 'catalog', name: 'The catalogue' };
  const throughBreaker = behindBreaker({ name: other.name, breaker, onFault });
  const versions = remembered<OfferVersion>({ nowMs });
  const current = remembered<OfferVersion>({ nowMs });

  const ask = <Content>(path: string, shape: z.ZodType<Content>): Promise<Content | undefined> =>
    throughBreaker(async () => {
      const answer = await askLinework(other, path);
      return answer.status === 404 ? undefined : contentOf(other, answer, shape);
    });

  async function askVersion(id: string) {
    const value = await ask(`/catalog/versions/${encodeURIComponent(id)}`, offerVersion);
    return value && { value, keepMs: Number.POSITIVE_INFINITY };
  }

  async function askCurrent(offerId: string) {
    const value = (await ask(`/catalog/offers/${encodeURIComponent(offerId)}`, offer))?.currentVersion;
    if (value === undefined) return undefined;
    const leftMs = value.validUntil === undefined ? currentForMs : Date.parse(value.validUntil) - nowMs();
    return { value, keepMs: Math.min(currentForMs, leftMs) };
  }

  const catalog: CatalogOnDb = {
    async findOfferVersion({ brokerId, offerVersionId: id, signal }) {
      return ofBroker(
        await orAborted(
          versions(id, () => askVersion(id)),
          signal,
        ),
        brokerId,
      );
    },
    async findCurrentVersion({ brokerId, offerId, signal }) {
      return ofBroker(
        await orAborted(
          current(offerId, () => askCurrent(offerId)),
          signal,
        ),
        brokerId,
      );
    },
    within: () => catalog,
  };
  return catalog;
}

/** The key may see the offers of every broker; a caller sees its own. */
const ofBroker = (version: OfferVersion | undefined, brokerId: string) => (version?.brokerId === brokerId ? version : undefined);

/** What is awaited by several goes on when one of them does not want it any more. */
async function orAborted<Value>(awaited: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return awaited;
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([awaited, given.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
