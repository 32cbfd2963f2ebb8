// Makes the npm package `linework` in the folder of the first argument, .local/linework by default. `npm pack` in this folder makes the file to install.
import { fileURLToPath } from 'node:url';
import { makePackage } from './pack/make-package.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../.local/linework', import.meta.url));
console.log(await makePackage(folder));
