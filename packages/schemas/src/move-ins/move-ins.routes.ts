import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { moveInLifecycle } from '../lifecycles/move-in.lifecycle.ts';
import { type FindingCode, findingCodes, moveInDecisions } from './finding-codes.ts';
import {
  findingStages,
  moveIn,
  moveInBalance,
  moveInDetails,
  moveInFile,
  moveInFinding,
  moveInKinds,
  moveInMappings,
  moveInRow,
} from './move-in.ts';

const tag = 'move-ins';
const scope = 'inventory:import';
const params = z.strictObject({ id: z.uuid() });
const Link = 'The next and the previous page';
const kindFilter = listFromText(z.enum(moveInKinds)).optional();
const codes = Object.keys(findingCodes) as [FindingCode, ...FindingCode[]];

export const listMoveInsRoute = defineRoute({
  name: 'listMoveIns',
  method: 'get',
  path: '/move-ins',
  tag,
  summary: 'List move-ins',
  description: 'The move-ins of the broker. An operator sees those of every broker.',
  scope,
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { status: listFromText(z.enum(moveInLifecycle.statuses)).optional() },
  }),
  responses: { 200: { description: 'One page of move-ins.', body: pagedEnvelope(moveIn), headers: { Link } } },
  problems: [],
});

export const createMoveInRoute = defineRoute({
  name: 'createMoveIn',
  method: 'post',
  path: '/move-ins',
  tag,
  summary: 'Open a move-in',
  description:
    'Records of another system that are in service are adopted from files, without a call to the network. The pools ' +
    'get the numbers and SIMs, and their broker gets everything. A mapping that is not sent is that of the last ' +
    'move-in of the broker.',
  scope,
  body: z.strictObject({
    name: z.string().min(1).max(200).optional(),
    numberPoolId: z.uuid().toLowerCase(),
    simPoolId: z.uuid().toLowerCase(),
    callsPerSecond: z
      .int()
      .min(1)
      .max(10_000)
      .default(50)
      .meta({ description: 'How fast the register is read when it is compared.' }),
    mappings: moveInMappings.optional(),
  }),
  responses: { 201: { description: 'The move-in.', body: moveInDetails, headers: { Location: 'The move-in' } } },
  problems: ['not-found', 'pool-does-not-fit'],
});

export const getMoveInRoute = defineRoute({
  name: 'getMoveIn',
  method: 'get',
  path: '/move-ins/{id}',
  tag,
  summary: 'Get a move-in',
  description: 'With its files, its findings by their codes, and how far it is.',
  scope,
  params,
  responses: { 200: { description: 'The move-in.', body: moveInDetails } },
  problems: ['not-found'],
});

export const uploadMoveInFileRoute = defineRoute({
  name: 'uploadMoveInFile',
  method: 'post',
  path: '/move-ins/{id}/files',
  tag,
  summary: 'Upload a file of a move-in',
  description:
    'The body is a file of any length, in UTF-8, UTF-16 or Latin-1. `text/csv`: the first line has the names of the ' +
    'columns, in any order, in English, in Portuguese or as the mapping says. Values are separated by commas, ' +
    'semicolons or tabs. `application/x-ndjson`: each line is a JSON object with the same members. A file replaces ' +
    'the one of its kind. Secrets of SIMs are sealed at once. `Idempotency-Key` has no effect.',
  scope,
  params,
  query: z.strictObject({ kind: z.enum(moveInKinds) }),
  stream: ['text/csv', 'application/x-ndjson'],
  responses: { 200: { description: 'What was read.', body: moveInFile } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'bad-header',
    'empty-file',
    'secrets-not-configured',
    'upload-superseded',
  ],
});

export const decideMoveInRoute = defineRoute({
  name: 'decideMoveIn',
  method: 'post',
  path: '/move-ins/{id}/decisions',
  tag,
  summary: 'Decide about findings of a move-in',
  description:
    '`ours` adopts what the files say, `network` what the register says, `leave-out` leaves the rows out, and what ' +
    'belongs to them. A later decision replaces an earlier one.',
  scope,
  params,
  body: z.strictObject({
    code: z.enum(codes),
    decision: z.enum(moveInDecisions),
    reason: z.string().min(1).max(500),
  }),
  responses: { 200: { description: 'The move-in.', body: moveInDetails } },
  problems: ['not-found', 'invalid-status-transition', 'decision-not-possible'],
});

function defineStage<const Stage extends { readonly name: string; readonly path: `/move-ins/{id}/${string}` }>(
  stage: Stage & { readonly summary: string; readonly description: string },
) {
  return defineRoute({
    ...stage,
    method: 'post',
    tag,
    scope,
    params,
    responses: {
      202: { description: 'The move-in.', body: moveInDetails, headers: { Location: 'The move-in' } },
    },
    problems: ['not-found', 'invalid-status-transition', 'file-incomplete', 'undecided-findings'],
  });
}

export const checkMoveInRoute = defineStage({
  name: 'checkMoveIn',
  path: '/move-ins/{id}/check',
  summary: 'Check the files of a move-in',
  description: 'A worker checks all rows; the status is CHECKED when all findings are listed.',
});

export const compareMoveInRoute = defineStage({
  name: 'compareMoveIn',
  path: '/move-ins/{id}/compare',
  summary: 'Compare the lines of a move-in with the register',
  description:
    'A worker reads the register for each line, at `callsPerSecond`, and then the list of all subscribers, where the ' +
    'register can list them, for those that no line has. It changes nothing there, and waits while the register does ' +
    'not answer.',
});

export const adoptMoveInRoute = defineStage({
  name: 'adoptMoveIn',
  path: '/move-ins/{id}/adopt',
  summary: 'Adopt the rows of a move-in',
  description:
    'A worker writes the records, a batch of holders at a time, and makes no call to the network. Their events have ' +
    '`adopted: true`. Everything that was found must be decided.',
});

export const undoMoveInRoute = defineStage({
  name: 'undoMoveIn',
  path: '/move-ins/{id}/undo',
  summary: 'Take the adopted holders of a move-in back',
  description:
    'A worker removes each holder with all that was adopted of it. A holder that an order, an invoice or a payment ' +
    'has touched since stays.',
});

export const listMoveInFindingsRoute = defineRoute({
  name: 'listMoveInFindings',
  method: 'get',
  path: '/move-ins/{id}/findings',
  tag,
  summary: 'List the findings of a move-in',
  description: 'Every fault of every file, with its row, its column and its code.',
  scope,
  params,
  query: listQuery({
    sortBy: { row: 'number', createdAt: 'time' },
    filters: {
      kind: kindFilter,
      code: listFromText(z.enum(codes)).optional(),
      stage: listFromText(z.enum(findingStages)).optional(),
    },
  }),
  responses: { 200: { description: 'One page of findings.', body: pagedEnvelope(moveInFinding), headers: { Link } } },
  problems: ['not-found'],
});

export const listMoveInRowsRoute = defineRoute({
  name: 'listMoveInRows',
  method: 'get',
  path: '/move-ins/{id}/rows',
  tag,
  summary: 'List the rows of a move-in',
  description: 'The record that each row becomes, by its legacy id.',
  scope,
  params,
  query: listQuery({
    sortBy: { row: 'number' },
    filters: {
      kind: kindFilter,
      state: listFromText(moveInRow.shape.state).optional(),
      legacyId: z.string().min(1).max(200).optional(),
    },
  }),
  responses: { 200: { description: 'One page of rows.', body: pagedEnvelope(moveInRow), headers: { Link } } },
  problems: ['not-found'],
});

export const getMoveInBalanceRoute = defineRoute({
  name: 'getMoveInBalance',
  method: 'get',
  path: '/move-ins/{id}/balance',
  tag,
  summary: 'Get the statement of a move-in',
  description: 'How many rows came in, were adopted and were left out for which reason, by kind.',
  scope,
  params,
  responses: { 200: { description: 'The statement.', body: moveInBalance } },
  problems: ['not-found'],
});

export const listMoveInEventsRoute = defineRoute({
  name: 'listMoveInEvents',
  method: 'get',
  path: '/move-ins/{id}/events',
  tag,
  summary: 'List the events of a move-in',
  description: 'Events are listed oldest first.',
  scope,
  params,
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
