import { adminCommands } from './admin/admin-commands.ts';
import { inspectDatabase } from './admin/inspect-database.ts';
import { ownCommands } from './own-commands.ts';
import { runProcess } from './run-process.ts';

// With the programs that work on the database itself; the package for integrators does not have them (packed-main.ts).
await runProcess([...ownCommands({ inspectDatabase }), ...adminCommands]);
