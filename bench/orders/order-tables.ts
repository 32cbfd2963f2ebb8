/**
 * The tables for a queue that has no tables for orders: an order, its steps and its events, in the simplest form and
 * without Linework's guards.
 */
export const orderTables = `
  create table orders (
    id uuid primary key,
    type text not null,
    status text not null,
    resource_type text not null,
    resource_id uuid not null,
    input jsonb not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create table order_step (
    order_id uuid not null references orders,
    position smallint not null,
    code text not null,
    status text not null,
    attempt integer not null default 0,
    started_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (order_id, position)
  );
  create table order_event (
    seq bigint generated always as identity primary key,
    order_id uuid not null,
    type text not null,
    at timestamptz(3) not null default now()
  );
  create index order_event_order_id on order_event (order_id, seq);
`;

/** Counts the completed orders. */
export const countCompletedOrders = "select count(*) from orders where status = 'COMPLETED'";
