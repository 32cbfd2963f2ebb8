// Fails with every import that the rules forbid.
import { globSync, readFileSync } from 'node:fs';
import { findImportFaults } from './import-rules.ts';

const paths = globSync('{apps,packages}/*/{src,test}/**/*.ts').filter((path) => !path.startsWith('packages/db/src/generated/'));
const faults = findImportFaults(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));
for (const fault of faults) console.error(fault);
console.log(`${paths.length} files looked at, ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
