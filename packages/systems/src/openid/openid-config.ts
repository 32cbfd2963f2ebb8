import { roles } from '@linework/auth/roles';
import type { Environment } from '@linework/config/environment';
import { flag, url } from '@linework/config/settings';
import { isLoopback } from '@linework/http/is-loopback';
import { z } from 'zod';

const isSafe = (address: string) => !address.startsWith('http://') || isLoopback(hostOf(address));
const unsafe = 'must begin with https://, except on a loopback address';

const requestedScopes = z
  .string()
  .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid, and be separated by spaces')
  .default('openid email');
const groupsClaim = z.string().default('groups');

const providerOfBroker = z.strictObject({
  company: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
  brokerId: z.uuid().toLowerCase(),
  issuer: url('https', 'http').refine(isSafe, unsafe),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  name: z.string().min(1).max(50).optional(),
  scopes: requestedScopes,
  groupsClaim,
  roles: z
    .array(
      z
        .strictObject({
          group: z.string().min(1),
          role: z.enum(roles).exclude(['administrator']).optional(),
          roleId: z.uuid().toLowerCase().optional(),
        })
        .refine(({ role, roleId }) => (role === undefined) !== (roleId === undefined), 'needs a role or a roleId'),
    )
    .default([]),
});

const providersOfBrokers = z
  .array(providerOfBroker)
  .refine((all) => isUnique(all.map(({ company }) => company)), 'has a company twice')
  .refine((all) => isUnique(all.map(({ brokerId }) => brokerId)), 'has a broker twice');

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** A value that is not JSON is refused by what it should be, a list. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The settings of the sign-in of operators. Without `OPENID_ISSUER` they sign in by password only. */
export const openidConfig = {
  OPENID_ISSUER: url('https', 'http')
    .optional()
    .describe(
      'Address of the OpenID provider through which operators sign in (decision 90), exactly as it names itself. ' +
        '`http` only on a loopback address.',
    ),
  OPENID_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'The id of Linework at the OpenID provider. Its redirect address is `CONSOLE_URL` and `/console/sign-in/openid`.',
    ),
  OPENID_CLIENT_SECRET: z.string().optional().describe('The secret of Linework at the OpenID provider.'),
  OPENID_NAME: z
    .string()
    .max(50)
    .optional()
    .describe('The name of the OpenID provider on the button. Without it, the host of its address.'),
  OPENID_SCOPES: requestedScopes.describe('The scopes that are requested from the OpenID provider.'),
  OPENID_GROUPS_CLAIM: groupsClaim.describe('The claim with the groups of a person.'),
  OPENID_OPERATOR_GROUP: z
    .string()
    .optional()
    .describe(
      'Who is in this group is an operator, from each sign-in through the OpenID provider on. With one of the two ' +
        'groups, nobody in neither signs in, except administrators.',
    ),
  OPENID_VIEWER_GROUP: z.string().optional().describe('Who is in this group and not in the other is a viewer.'),
  OPENID_OF_BROKERS: z
    .string()
    .transform(parseJson)
    .pipe(providersOfBrokers)
    .optional()
    .describe(
      'The OpenID providers of brokers, as JSON, usually in a file (`OPENID_OF_BROKERS_FILE`): a list of ' +
        '`{"company", "brokerId", "issuer", "clientId", "clientSecret"}` with `name`, `scopes`, `groupsClaim` and ' +
        '`roles` (`[{"group", "role"}]`, or `roleId` of a role of the broker) where they are needed. People of that ' +
        'broker sign in at `/console/?company=<company>`; the redirect address is `CONSOLE_URL` and ' +
        '`/console/sign-in/openid/<company>`.',
    ),
  CONSOLE_PASSWORDS: flag(true).describe('Whether operators may sign in by password.'),
};

/** The OpenID provider of a broker. */
export type ProviderOfBroker = z.infer<typeof providerOfBroker>;

export type OpenidConfig = z.infer<z.ZodObject<typeof openidConfig>>;

const needed = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'CONSOLE_URL'] as const;
const beginsIt = [
  'OPENID_ISSUER',
  'OPENID_CLIENT_ID',
  'OPENID_CLIENT_SECRET',
  'OPENID_NAME',
  'OPENID_OPERATOR_GROUP',
  'OPENID_VIEWER_GROUP',
];

/** Returns a sentence for each rule between the settings of the sign-in that is broken. */
export function findOpenidConflicts(given: Environment): readonly string[] {
  const missing = needed.filter((name) => given[name] === undefined);
  const isBegun = beginsIt.some((name) => given[name] !== undefined);
  const { OPENID_ISSUER: issuer, OPENID_OPERATOR_GROUP: operators, OPENID_VIEWER_GROUP: viewers } = given;
  return [
    ...(isBegun && missing.length > 0
      ? [
          `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; a sign-in through OpenID ` +
            `needs ${needed.join(', ')}`,
        ]
      : []),
    ...(issuer !== undefined && !isSafe(issuer) ? [`OPENID_ISSUER ${unsafe}`] : []),
    ...(given['OPENID_OF_BROKERS'] !== undefined && given['CONSOLE_URL'] === undefined
      ? ['CONSOLE_URL is missing; the providers of OPENID_OF_BROKERS send browsers back to it']
      : []),
    ...(operators !== undefined && operators === viewers
      ? ['OPENID_OPERATOR_GROUP and OPENID_VIEWER_GROUP are the same group']
      : []),
    ...(!isBegun && openidConfig.CONSOLE_PASSWORDS.safeParse(given['CONSOLE_PASSWORDS']).data === false
      ? ['CONSOLE_PASSWORDS is false and OPENID_ISSUER is missing, so nobody could sign in']
      : []),
  ];
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');
