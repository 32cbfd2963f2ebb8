/**
 * What the commands of each noun are about, in the groups and the order of the reference. A noun without a sentence
 * here gets a plain one in the last group, so that a new route needs no line.
 */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Lines and orders': {
    lines: 'Lines: create, block, change, delete',
    drifts: 'Differences between lines and the register of the network',
    reconciliation: 'How far the comparison with the register is',
    numbers: 'Who had a number, and when',
    'line-counts': 'Lines by area code and status at the end of a day',
    orders: 'Orders: follow, explain, retry, cancel',
    'order-groups': 'Orders that need attention, by their error',
    'order-report': 'Orders by day, type, status and error, with their durations',
    backlog: 'What waits, and how fast work is done',
    'bulk-operations': 'The same operation on many lines or orders',
    'order-incidents': 'Who is on failed orders, and notes about them',
    pauses: 'Stop an order type, a step or the calls to a system, and start them again',
    queues: 'The queues, the scheduled jobs and the leases of the workers',
    workers: 'The workers, and the systems that they call',
    search: 'Find a record by anything that names it',
  },
  Inventory: {
    pools: 'Pools of numbers and SIMs',
    resources: 'Numbers and SIMs',
    'resource-types': 'The types of resources',
    'range-registry': 'Ranges and series that brokers of all cells own',
    ranges: 'Ranges of numbers, ICCIDs and IMSIs that belong to a broker',
    reservations: 'Numbers and SIMs that are kept for a while',
    'port-ins': 'Numbers that come from other operators',
    'port-outs': 'Numbers that go to other operators',
    portability: 'The status of a number that comes from or goes to another operator',
  },
  'Customers and billing': {
    holders: 'The people and companies that hold lines',
    'legal-holds': 'Keep what is known of a holder or of a broker from being erased',
    'move-in': 'Adopt the records of another system from the files of a folder',
    'move-ins': 'Move-ins: files, findings, decisions, rows',
    subscriptions: 'Subscriptions of holders to offers',
    invoices: 'Invoices of subscriptions',
    usage: 'Balances, consumption and credits of lines',
    payments: 'Payments of invoices',
    refunds: 'Refunds of payments',
    'payment-methods': 'Payment methods of holders',
    'tax-receipts': 'Tax receipts: draft, issue, cancel, download',
    suppliers: 'The companies that issue tax receipts',
    'serial-numbers': 'Series of the numbers of tax receipts',
    'tax-rates': 'Read the rates of taxes on a day, and load others',
    offers: 'Offers of the catalogue, with their versions',
  },
  Events: {
    events: 'What happened, in the order in which it happened',
    'event-types': 'The types of events, with their schemas',
    'webhook-endpoints': 'Addresses to which events are sent',
    'webhook-deliveries': 'Deliveries to webhook endpoints, with their attempts',
    'webhook-keys': 'The public keys with which deliveries are signed',
  },
  Administration: {
    brokers: 'Brokers, for operators',
    'api-keys': 'Keys: create, rotate, revoke',
    audit: 'Who did what',
    operators: 'People who work with the console',
    roles: 'Roles of people that administrators have made',
    'saved-views': 'Filters of the console that have a name',
    'unanswered-calls': 'Calls that a partner has not answered',
    lifecycles: 'The statuses of each record, and the transitions between them',
    'order-types': 'The steps of each order type',
    problems: 'The problems that the API answers with, with their remedies',
    admin: 'Programs that work on the database itself',
  },
};

const nouns: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(groups));
const order = Object.keys(nouns);

export const describeNoun = (noun: string): string => nouns[noun] ?? `Commands about ${noun.replaceAll('-', ' ')}`;

/** The group of the reference in which a noun stands. */
export const groupOf = (noun: string): string =>
  Object.entries(groups).find(([, members]) => Object.hasOwn(members, noun))?.[0] ?? 'Administration';

/** Sorts nouns as the reference does, the others at the end. The empty noun, of commands without one, is first. */
export const sortNouns = (names: readonly string[]): readonly string[] =>
  names.toSorted((one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'));

const placeOf = (noun: string): number => {
  if (noun === '') return -1;
  const at = order.indexOf(noun);
  return at === -1 ? order.length : at;
};
