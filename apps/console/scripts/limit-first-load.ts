import type { Plugin } from 'vite';
import { firstLoadLimitBytes, measureFirstLoad } from './measure-first-load.ts';

/** Ends the build with an error if the first page loads more than is allowed. */
export const limitFirstLoad = (): Plugin => ({
  name: 'limit-first-load',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const { bytes, files } = measureFirstLoad(dir);
    if (bytes <= firstLoadLimitBytes) return;
    const largest = files.map(({ name, bytes: size }) => `${name} ${size}`).join(', ');
    throw new Error(
      `The first load has ${bytes} bytes with gzip, and at most ${firstLoadLimitBytes} are allowed. Load a page when it is opened: ${largest}.`,
    );
  },
});
