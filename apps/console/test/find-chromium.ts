import { accessSync, constants } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of the machine; undefined if it has none. Debian's package is `chromium`. */
export const findChromium = (): string | undefined => [process.env['CHROMIUM'] ?? places].flat().find(isExecutable);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
