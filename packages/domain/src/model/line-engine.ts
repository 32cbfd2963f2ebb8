import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { OrderTypes } from '@linework/engine/model/order-type';
import type { Systems } from './systems.ts';

/** The engine that executes orders on lines. */
export type LineEngine = EnginePorts<Systems>;

/** The order types on lines that a program can execute. */
export type LineOrderTypes = OrderTypes<Systems>;
