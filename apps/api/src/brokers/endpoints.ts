import type { Endpoint } from '@linework/http/implement';
import type { Deps } from '../deps.ts';
import { changeBroker } from './change-broker.ts';
import { createBroker } from './create-broker.ts';
import { getBroker } from './get-broker.ts';
import { listBrokerEvents } from './list-broker-events.ts';
import { listBrokers } from './list-brokers.ts';
import { resumeBroker, suspendBroker } from './move-broker.ts';

/** The handlers of the broker operations. */
export const brokerEndpoints: readonly Endpoint<Deps>[] = [listBrokers, createBroker, getBroker, changeBroker, suspendBroker, resumeBroker, listBrokerEvents];
