/** The statements of the servers without Prisma. */
export const readOrder = `
  select o.*, (select json_agg(s order by s.position) from order_step s where s.order_id = o.id) as steps
  from orders o
  where o.id = $1::uuid`;

/** The newest twenty. */
export const readResources = `
  select r.*, s.status, s.reservation_id, s.reserved_at, s.quarantined_at, s.updated_at, p.name as pool_name,
    t.name as type_name
  from resource r
  join resource_state s on s.resource_id = r.id
  join pool p on p.id = r.pool_id
  join resource_type t on t.id = r.type_id
  where r.pool_id = $1::uuid and s.status = $2 order by r.created_at desc, r.id desc limit 20`;

export const countResources = `
  select count(*)::int as total from resource_state s where s.pool_id = $1::uuid and s.status = $2`;

/** Blocks a line and inserts its order with two steps and two events. Returns no row if the line is not ACTIVE. */
export const placeBlock = `
  with blocking as (
    update line set status = 'BLOCKING', updated_at = now() where id = $1::uuid and status = 'ACTIVE' returning *
  ), placed as (
    insert into orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
      previous_status, due_at)
    select $2::uuid, broker_id, 'LINE_BLOCK', 'PENDING', 'line', id, '', $2, 'ACTIVE', now() + interval '5 s'
    from blocking
  ), steps as (
    insert into order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    select $2::uuid, position, code, action_code, 'PENDING', 5, 5
    from blocking, (
      values (0, 'SUSPEND_NETWORK', 'network.suspend'), (1, 'SUSPEND_RESOURCES', 'inventory.suspend')
    ) s(position, code, action_code)
  ), events as (
    insert into event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
    select broker_id, 'order.placed', 'order', $2::uuid, null, 'PENDING', $2::uuid from blocking
    union all select broker_id, 'line.blocking', 'line', id, 'ACTIVE', 'BLOCKING', $2::uuid from blocking
  )
  select * from blocking`;
