-- A line goes to another holder while another session opens an account of its present subscription. The statement that
-- moves the line does not see that account: it was inserted after the statement began, and may not be committed yet.
-- FOR UPDATE waits for whoever has inserted an account, because the foreign key of an account locks its line. Whoever
-- inserts one later waits for the lock, and is then rejected by keep_account_of_present_subscription. So the accounts
-- that are seen after the lock are all, and the rest of them go to the former holder too. A deadlock is possible with a
-- transaction that opens an account and then locks another one of the line; both sides repeat it.
CREATE OR REPLACE FUNCTION record_former_line_holder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := (SELECT max(held_to) FROM former_line_holder WHERE line_id = OLD.id);
BEGIN
  PERFORM FROM line WHERE id = NEW.id FOR UPDATE;
  UPDATE usage_account
  SET former_holder_id = OLD.holder_id, held = held - tstzmultirange(tstzrange(now(), NULL)), updated_at = now()
  WHERE line_id = NEW.id AND former_holder_id IS NULL;
  INSERT INTO former_line_holder (line_id, broker_id, holder_id, held_from, held_to)
  VALUES (OLD.id, OLD.broker_id, OLD.holder_id, since, greatest(now(), since));
  -- An anonymisation locks its holder, so that one of the two sees the other.
  PERFORM FROM holder WHERE id = NEW.holder_id AND anonymised_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an anonymised holder gets no line'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'anonymised_holder_gets_no_line', TABLE = 'line';
  END IF;
  IF OLD.subscription_id IS NOT NULL THEN
    INSERT INTO subscription_line_ended (line_id, subscription_id)
    VALUES (OLD.id, OLD.subscription_id)
    ON CONFLICT (line_id, subscription_id) DO NOTHING;
    -- A pause of the former subscription no longer unblocks the line.
    DELETE FROM paused_line WHERE subscription_id = OLD.subscription_id AND line_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
