import { createHash } from 'node:crypto';
import type { DrawPdf, PdfInput } from './open-pdf-thread.ts';

interface CachedPdf {
  readonly bytes: Promise<Uint8Array>;
  size: number;
}

/** About three hundred documents of one page. */
const defaultLimitBytes = 8 * 1024 * 1024;

/**
 * Caches drawn documents. The key is everything that a document shows, so a cancelled receipt is another document, and
 * concurrent requests for one document draw it once. The least recently used document is removed first.
 */
export function cachePdfs(drawPdf: DrawPdf, limitBytes = defaultLimitBytes): DrawPdf {
  const cache = new Map<string, CachedPdf>();
  let cachedBytes = 0;

  function evict(key: string): void {
    cachedBytes -= cache.get(key)?.size ?? 0;
    cache.delete(key);
  }

  function recordSize(key: string, pdf: CachedPdf, size: number): void {
    if (cache.get(key) !== pdf) return;
    pdf.size = size;
    cachedBytes += size;
    for (const oldest of cache.keys()) {
      if (cachedBytes <= limitBytes) return;
      evict(oldest);
    }
  }

  return (input) => {
    const key = buildCacheKey(input);
    const cached = cache.get(key);
    cache.delete(key);
    const pdf = cached ?? { bytes: drawPdf(input), size: 0 };
    cache.set(key, pdf);
    if (!cached) {
      pdf.bytes.then(
        ({ length }) => recordSize(key, pdf, length),
        () => evict(key),
      );
    }
    return pdf.bytes;
  };
}

const buildCacheKey = (input: PdfInput): string => createHash('sha256').update(JSON.stringify(input)).digest('base64');
