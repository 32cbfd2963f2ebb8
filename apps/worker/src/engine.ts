import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { Systems as LineSystems } from '@linework/lines/model/systems';

/** The systems that the steps of the worker's order types call. Order types that call others add them here. */
type WorkerSystems = LineSystems;

/** The engine of the worker, with all its order types. */
export type WorkerEngine = EnginePorts<WorkerSystems>;
