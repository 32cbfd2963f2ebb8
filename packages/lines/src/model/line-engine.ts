import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { Systems } from './systems.ts';

/** The engine that executes orders on lines. */
export type LineEngine = EnginePorts<Systems>;
