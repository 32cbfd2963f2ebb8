// Fails if an import violates the rules.
import { globSync, readFileSync } from 'node:fs';
import { findImportViolations } from './rules/import-rules.ts';

const paths = globSync('{apps,packages}/*/{src,test}/**/*.ts').filter(
  (path) => !/^packages\/(?:db|sdk)\/src\/generated\//.test(path),
);
const violations = findImportViolations(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));
for (const fault of violations) console.error(fault);
console.log(`${paths.length} files checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;
