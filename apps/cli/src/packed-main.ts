#!/usr/bin/env node
import { ownCommands } from './own-commands.ts';
import { runProcess } from './run-process.ts';

// The command of the package, which needs no database and no other package. `make-package.ts` bundles it as CommonJS,
// which has no await here.
void runProcess(ownCommands({}));
