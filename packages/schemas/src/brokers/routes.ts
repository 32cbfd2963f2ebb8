import { changeBrokerRoute } from './change-broker.route.ts';
import { createBrokerRoute } from './create-broker.route.ts';
import { getBrokerRoute } from './get-broker.route.ts';
import { listBrokerEventsRoute } from './list-broker-events.route.ts';
import { listBrokersRoute } from './list-brokers.route.ts';
import { resumeBrokerRoute, suspendBrokerRoute } from './move-broker.route.ts';

/** The operations on brokers, in the order in which the document shows them. */
export const brokerRoutes = [
  listBrokersRoute,
  createBrokerRoute,
  getBrokerRoute,
  changeBrokerRoute,
  suspendBrokerRoute,
  resumeBrokerRoute,
  listBrokerEventsRoute,
] as const;
