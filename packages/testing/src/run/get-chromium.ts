import { existsSync } from 'node:fs';
import { installIfMissing } from '@linework/local-servers/install-if-missing';

/** Where Debian and others install it. The first one is that of the package that is installed here. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const;

/** The file of Chromium; undefined if this machine has none. */
export const findChromium = (): string | undefined => places.find((file) => existsSync(file));

/** Returns the file of Chromium. Installs it or throws, as `installIfMissing` does, if this machine has none. */
export function getChromium(): string {
  const known = findChromium();
  if (known === undefined) installIfMissing('chromium');
  return known ?? places[0];
}
