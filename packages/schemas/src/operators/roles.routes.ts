import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { role, roleName, roleScopes } from './role.ts';

export const listRolesRoute = defineRoute({
  name: 'listRoles',
  method: 'get',
  path: '/roles',
  tag: 'operators',
  summary: 'List the roles that administrators have made',
  description:
    'A broker sees its own, an operator sees all. The roles that every installation has are not in the list.',
  scope: 'people:read',
  query: listQuery({
    sortBy: { createdAt: 'time', name: 'text' },
    filters: {
      name: z.string().min(1).max(100).optional(),
      brokerId: listFromText(z.uuid()).optional().meta({ description: 'Roles of these brokers.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of roles.',
      body: pagedEnvelope(role),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createRoleRoute = defineRoute({
  name: 'createRole',
  method: 'post',
  path: '/roles',
  tag: 'operators',
  summary: 'Make a role',
  description:
    'A role is a set of scopes, and only people of its broker may have it, or those of the operator. Nobody makes a ' +
    'role with a scope that they lack, and one of a broker never has `operator`. Give it to a person with `roleId`. ' +
    'Its people do not choose where events go: webhook endpoints of people are for administrators.',
  scope: 'people:write',
  body: z
    .strictObject({
      name: roleName,
      scopes: roleScopes,
      brokerId: z
        .uuid()
        .optional()
        .meta({
          description:
            'The broker whose people may have it. A broker makes only its own; an operator who leaves it out makes ' +
            'one for the people of the operator.',
        }),
    })
    .refine(({ brokerId, scopes }) => brokerId === undefined || !scopes.includes('operator'), {
      path: ['scopes'],
      error: 'operator is allowed only for a role without brokerId',
    }),
  responses: { 201: { description: 'The role.', body: role, headers: { Location: 'The role' } } },
  problems: ['role-name-taken', 'other-broker', 'unknown-broker'],
});

const params = z.strictObject({ id: z.uuid() });

export const getRoleRoute = defineRoute({
  name: 'getRole',
  method: 'get',
  path: '/roles/{id}',
  tag: 'operators',
  summary: 'Get a role by id',
  description: 'Only the roles that administrators have made have an id.',
  scope: 'people:read',
  params,
  responses: { 200: { description: 'The role.', body: role } },
  problems: ['not-found'],
});

export const changeRoleRoute = defineRoute({
  name: 'changeRole',
  method: 'patch',
  path: '/roles/{id}',
  tag: 'operators',
  summary: 'Change the name or the scopes of a role',
  description:
    'The next request of each of its people has the new scopes; nobody signs in again. Needs every scope that the ' +
    'role has and gets. Batches of its people are paused when it loses `lines:write`.',
  scope: 'people:write',
  params,
  body: z.strictObject({ name: roleName.optional(), scopes: roleScopes.optional() }),
  responses: { 200: { description: 'The role as it is now.', body: role } },
  problems: ['not-found', 'role-name-taken'],
});

export const deleteRoleRoute = defineRoute({
  name: 'deleteRole',
  method: 'delete',
  path: '/roles/{id}',
  tag: 'operators',
  summary: 'Delete a role that nobody has',
  description: 'While a person has it, also one who is disabled, it stays (409 `role-in-use`).',
  scope: 'people:write',
  params,
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found', 'role-in-use'],
});
