// Fails if a known bug of the campaign no longer fits the sources, or names no test.
import { mutants } from '../../campaign/mutants/all.ts';
import { findMisfits } from '../../campaign/mutants/find-misfits.ts';

const misfits = mutants.flatMap(findMisfits);
for (const misfit of misfits) console.error(misfit);
console.log(`${mutants.length} known bugs checked, ${misfits.length} misfits.`);
process.exitCode = misfits.length === 0 && mutants.length > 0 ? 0 : 1;
