/** Endpoints that answer. Each gets every event. */
export const endpointCount = 100;
export const eventsInUnit = 10;
export const deliveriesInUnit = endpointCount * eventsInUnit;
/** The calls of the sender at the same time: the default of the worker. */
export const concurrency = 256;
export const perEndpoint = 8;
