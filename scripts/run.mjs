// Used by `npm start`, `npm test` and other commands: prepares the clone, then runs the named program with the pinned
// Node.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { prepare, projectFolder } from './prepare.mjs';
import { runNode } from './run-node.mjs';

const [program, ...args] = process.argv.slice(2);

// Help needs no installation.
const help = `${projectFolder}${dirname(program)}/help.txt`;
if (args.length === 1 && ['--help', '-h'].includes(args[0]) && existsSync(help)) {
  process.stdout.write(readFileSync(help, 'utf8'));
  process.exit();
}

try {
  const node = await prepare({
    isStart: program === 'apps/local/src/main.ts',
    // The programs of the product need less than its checks.
    needsTools: /^(scripts|campaign)\//.test(program) && program !== 'scripts/pack.ts',
  });
  process.chdir(projectFolder);
  // The tools of this project come before those of the machine.
  process.env.PATH = [`${projectFolder}node_modules/.bin`, process.env.PATH].join(delimiter);
  // The compile cache halves the start time of a program.
  process.env.NODE_COMPILE_CACHE ??= `${projectFolder}.local/compiled`;
  process.exitCode = await runNode(node, [program, ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error.exitCode ?? 1;
}
