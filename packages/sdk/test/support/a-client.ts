import { Linework } from '../../src/linework.ts';
import type { LineworkOptions } from '../../src/options.ts';

/** A client of a test server. */
export function aClient({ url }: { readonly url: string }, options: Partial<LineworkOptions> = {}): Linework {
  return new Linework({ apiKey: 'lw_test', baseUrl: url, ...options });
}
