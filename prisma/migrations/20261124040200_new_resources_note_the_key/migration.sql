-- The statement that adds resources says which key asked for it, for the length of its transaction: the events are written by this trigger.
CREATE OR REPLACE FUNCTION begin_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, updated_at)
    SELECT id, pool_id, broker_id, created_at, 'available', created_at FROM born ORDER BY created_at, id;
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id)
    SELECT broker_id, 'resource.made-available', 'resource', id, 'available', nullif(current_setting('linework.key_id', true), '')::uuid
    FROM born ORDER BY created_at, id;
  RETURN NULL;
END $$;
