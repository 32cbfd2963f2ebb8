import type { Schema } from './document.ts';

/** A type of the SDK. One with an input comment is what a request takes: a query or a body. */
export type NamedType = readonly [name: string, schema: Schema, inputComment?: string];

/** Types that stand in several others, each with a place where it stands. They are declared once. */
const places: Readonly<Record<string, string>> = {
  BrazilianState: 'PostalAddress.state',
  BuiltInRole: 'CreateOperatorBody.role',
  BulkItemOutcome: 'BulkItem.outcome',
  BulkItemSelection: 'CreateBulkOperationBody.bulkItems',
  BulkNewLine: 'CreateBulkOperationBody.newLines.items',
  BulkNumberChange: 'CreateBulkOperationBody.numberChanges.items',
  BulkOperationKind: 'BulkOperation.operation',
  BulkOperationStatus: 'BulkOperation.status',
  BulkSimSwap: 'CreateBulkOperationBody.simSwaps.items',
  ComponentType: 'ProductComponent.type',
  DriftKind: 'Drift.kind',
  DriftStatus: 'Drift.status',
  EndpointDisabledReason: 'WebhookEndpoint.disabledReason',
  EventResourceType: 'EventType.resourceType',
  EventTypeName: 'Event.type',
  InvoiceStatus: 'Invoice.status',
  KeyScope: 'ApiKey.scopes.items',
  LineStatus: 'Line.status',
  MoveInFileKind: 'MoveInFile.kind',
  MoveInFindingCode: 'MoveInFinding.code',
  MoveInMapping: 'MoveInMappings.lines',
  MoveInRowState: 'MoveInRow.state',
  MoveInStatus: 'MoveIn.status',
  OfferFeature: 'CatalogProduct.features.items',
  OrderChangeName: 'BulkPreview.operation',
  OrderFilter: 'CreateBulkOperationBody.orderFilter',
  OrderGroupKey: 'ListOrderGroupsQuery.by.items',
  OrderReportKey: 'GetOrderReportQuery.by.items',
  OrderRequestName: 'OrderExplanation.allowed.items',
  OrderStatus: 'Order.status',
  OrderTypeCode: 'ListOrdersQuery.type.items',
  PaymentMethodStatus: 'PaymentMethod.status',
  PaymentStatus: 'Payment.status',
  PortInStatus: 'PortIn.status',
  PersonRole: 'Operator.role',
  PortOutStatus: 'PortOut.status',
  RegisteredRangeKind: 'RegisteredRange.kind',
  ProblemCode: 'ItemProblem.code',
  ReservationStatus: 'Reservation.status',
  ResourceReference: 'AuditEntry.resource',
  ResourceStatus: 'Resource.status',
  SubscriptionStatus: 'Subscription.status',
  TaxName: 'TaxRate.tax',
  UnansweredCallKind: 'UnansweredCall.kind',
  WebhookDeliveryCause: 'WebhookDelivery.cause',
  WebhookDeliveryStatus: 'WebhookDelivery.status',
};

/** Parts that several queries have, each with the members of a query that are the part. */
const queryParts: Readonly<Record<string, readonly [query: string, ...members: readonly string[]]>> = {
  CreatedAtQuery: ['ListLinesQuery', 'createdAtFrom', 'createdAtTo'],
  EventsQuery: ['ListLineEventsQuery', 'limit', 'cursor', 'after'],
  ListQuery: ['ListLinesQuery', 'limit', 'page', 'cursor', 'sortOrder'],
  OrderFilterQuery: [
    'ListOrderGroupsQuery',
    ...['status', 'type', 'resourceId', 'lineId', 'msisdn', 'externalCode', 'step', 'errorCode', 'superseded'],
    ...['paused', 'bulkOperationId', 'correlationId'],
  ],
  PlacementQuery: ['CreateLineQuery', 'notBefore'],
  ResourceFilterQuery: [
    'ListPoolResourcesQuery',
    ...['sortBy', 'externalCode', 'status', 'typeId', 'brokerId', 'attributes'],
  ],
  UpdatedAtQuery: ['ListLinesQuery', 'updatedAtFrom', 'updatedAtTo'],
};

/** The comment of such a part. */
export const partComment = 'A part of several queries.';

/** The types that are not in the document by themselves. */
export function listSharedTypes(types: readonly NamedType[]): readonly NamedType[] {
  const find = (name: string): NamedType => {
    const found = types.find(([each]) => each === name);
    if (found === undefined) throw new Error(`There is no type ${name}: correct scripts/generate/sdk/shared-types.ts.`);
    return found;
  };
  const shared = Object.entries(places).map(([name, place]): NamedType => {
    const [type = '', ...members] = place.split('.');
    const [, schema, inputComment] = find(type);
    const part = members.reduce((each, member) => stepInto(each, member, place), schema);
    return inputComment === undefined || part.enum !== undefined
      ? [name, withoutNotes(part)]
      : [name, withoutNotes(part), ''];
  });
  const parts = Object.entries(queryParts).map(([name, [query, ...members]]): NamedType => {
    const [, { properties = {}, required = [] }] = find(query);
    const own = members.map((member) => [member, stepInto({ properties }, member, `${query}.${member}`)] as const);
    return [
      name,
      { properties: Object.fromEntries(own), required: required.filter((member) => members.includes(member)) },
      partComment,
    ];
  });
  return [...shared, ...parts];
}

/** The schema of a member, of the items of a list, or of the single value that a query takes in place of a list. */
function stepInto(schema: Schema, member: string, place: string): Schema {
  const next = member === 'items' ? (schema.items ?? schema.anyOf?.[0]) : schema.properties?.[member];
  if (next === undefined) throw new Error(`There is no ${place}: correct scripts/generate/sdk/shared-types.ts.`);
  return next;
}

/** What a member says about itself is no comment of its type. */
const withoutNotes = ({ description: _, default: __, ...schema }: Schema): Schema => schema;
