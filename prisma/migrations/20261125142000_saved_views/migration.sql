-- CreateTable
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

-- CreateIndex
CREATE INDEX "saved_view_owner_id_created_at_idx" ON "saved_view"("owner_id", "created_at");

-- By hand: what Prisma's schema cannot say.
CREATE UNIQUE INDEX "one_saved_view_per_name" ON "saved_view" ("owner_id", "page", lower("name"));

-- An owner has at most 100. The lock makes two requests of one owner wait for one another; the second then sees what the first has committed.
CREATE FUNCTION "limit_saved_views"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('linework.saved-views'), hashtext(NEW.owner_id::text));
    IF (SELECT count(*) FROM saved_view WHERE owner_id = NEW.owner_id) >= 100 THEN
        RAISE EXCEPTION 'an owner has at most 100 saved views' USING ERRCODE = 'check_violation', CONSTRAINT = 'at_most_100_saved_views', TABLE = 'saved_view';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER "saved_views_are_limited" BEFORE INSERT ON "saved_view" FOR EACH ROW EXECUTE FUNCTION "limit_saved_views"();
