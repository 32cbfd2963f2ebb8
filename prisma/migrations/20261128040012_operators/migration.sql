-- The people who work with the console.

CREATE TABLE "operator" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "openid_subject" TEXT,
    "role" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_expires_at" TIMESTAMPTZ(3),
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(3),
    "last_signed_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The provider that gave the subject: a subject of another provider is another person.
    "openid_issuer" TEXT,
    CONSTRAINT "operator_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_has_a_role" CHECK (role IN ('viewer', 'operator', 'administrator')),
    CONSTRAINT "operator_email_is_lower_case" CHECK (email = lower(email)),
    CONSTRAINT "only_a_password_expires"
        CHECK (password_hash IS NOT NULL OR (password_expires_at IS NULL AND NOT must_change_password)),
    CONSTRAINT "a_subject_has_an_issuer" CHECK ((openid_subject IS NULL) = (openid_issuer IS NULL))
);
CREATE UNIQUE INDEX "operator_email_key" ON "operator" ("email");
CREATE UNIQUE INDEX "operator_openid_subject_key" ON "operator" ("openid_subject");
-- Nobody can sign in as "Ana" when there is an "ana".
CREATE UNIQUE INDEX "operator_name_key" ON "operator" (lower("name"));

-- A session of the console. The token is in the cookie only. `way` says how the person proved who it is: a session
-- through the provider needs no other password.
CREATE TABLE "operator_session" (
    "token_digest" BYTEA NOT NULL,
    "operator_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "way" TEXT NOT NULL DEFAULT 'password',
    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("token_digest"),
    CONSTRAINT "session_ends_after_its_start" CHECK (expires_at > created_at),
    CONSTRAINT "a_session_has_a_way" CHECK (way IN ('password', 'openid')),
    CONSTRAINT "operator_session_operator_id_fkey" FOREIGN KEY ("operator_id")
        REFERENCES "operator" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "operator_session_operator_id_idx" ON "operator_session" ("operator_id");
CREATE INDEX "operator_session_expires_at_idx" ON "operator_session" ("expires_at");

-- How often a name or an address has tried to sign in, for all processes together. The subject is a digest, so that
-- wrong names, which may be passwords, are not stored.
CREATE TABLE "sign_in_attempt" (
    "subject" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sign_in_attempt_pkey" PRIMARY KEY ("subject"),
    CONSTRAINT "attempts_are_counted" CHECK (count > 0)
);
CREATE INDEX "sign_in_attempt_ends_at_idx" ON "sign_in_attempt" ("ends_at");

CREATE TABLE "operator_network" (
    "operator_id" UUID NOT NULL,
    "network" BYTEA NOT NULL,
    "last_signed_in_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "operator_network_pkey" PRIMARY KEY ("operator_id", "network"),
    CONSTRAINT "operator_network_operator_id_fkey" FOREIGN KEY ("operator_id")
        REFERENCES "operator" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A sign-in through the provider that has begun. Only the browser with the token can end it, and only once, because the
-- row is then deleted.
CREATE TABLE "openid_sign_in" (
    "token_digest" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "return_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "openid_sign_in_pkey" PRIMARY KEY ("token_digest")
);
CREATE INDEX "openid_sign_in_expires_at_idx" ON "openid_sign_in" ("expires_at");

-- Somebody must be able to manage people. The lock makes two administrators who disable each other wait for one
-- another; the second then sees what the first has committed. It runs after the statement, so that a statement about
-- several people is judged by its result.
CREATE FUNCTION "keep_an_administrator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('linework.administrators'));
    IF NOT EXISTS (SELECT FROM operator WHERE role = 'administrator' AND disabled_at IS NULL) THEN
        RAISE EXCEPTION 'the last enabled administrator must stay'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'one_administrator_stays', TABLE = 'operator';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "an_administrator_stays_after_change" AFTER UPDATE OF role, disabled_at ON "operator" FOR EACH ROW
  WHEN (OLD.role = 'administrator' AND OLD.disabled_at IS NULL
    AND (NEW.role <> 'administrator' OR NEW.disabled_at IS NOT NULL))
  EXECUTE FUNCTION "keep_an_administrator"();
CREATE TRIGGER "an_administrator_stays_after_delete" AFTER DELETE ON "operator" FOR EACH ROW
  WHEN (OLD.role = 'administrator' AND OLD.disabled_at IS NULL)
  EXECUTE FUNCTION "keep_an_administrator"();

-- A disabled person has no session, whoever disables: the row of the session is gone in the same transaction.
CREATE FUNCTION "end_sessions_of_disabled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM operator_session WHERE operator_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER "disabled_operators_are_signed_out" AFTER UPDATE OF disabled_at ON "operator" FOR EACH ROW
  WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
  EXECUTE FUNCTION "end_sessions_of_disabled"();

-- A token that was stolen from a viewer must not become one of an administrator: with another role the person signs in
-- again, with another token.
CREATE FUNCTION "end_sessions_of_operator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM operator_session WHERE operator_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER "another_role_ends_sessions" AFTER UPDATE OF role ON "operator" FOR EACH ROW
  WHEN (OLD.role <> NEW.role)
  EXECUTE FUNCTION "end_sessions_of_operator"();

CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "saved_view_owner_id_created_at_idx" ON "saved_view" ("owner_id", "created_at");
CREATE UNIQUE INDEX "one_saved_view_per_name" ON "saved_view" ("owner_id", "page", lower("name"));

-- An owner has at most 100. The lock makes two requests of one owner wait for one another; the second then sees what
-- the first has committed.
CREATE FUNCTION "limit_saved_views"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('linework.saved-views'), hashtext(NEW.owner_id::text));
    IF (SELECT count(*) FROM saved_view WHERE owner_id = NEW.owner_id) >= 100 THEN
        RAISE EXCEPTION 'an owner has at most 100 saved views'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'at_most_100_saved_views', TABLE = 'saved_view';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "saved_views_are_limited" BEFORE INSERT ON "saved_view" FOR EACH ROW
  EXECUTE FUNCTION "limit_saved_views"();
