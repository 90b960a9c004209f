CREATE TABLE "rules_in_use" (
	"fingerprint" integer PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"seen" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "reglas" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "nino_reglas" ON "nino" USING btree ("reglas");--> statement-breakpoint
-- Who computes what is kept on a child writes the fingerprint of the rules negative. A program of before does not know the column, and would leave the
-- fingerprint of others on what it computed: then it is not known any more.
CREATE FUNCTION "child_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.reglas := greatest(-NEW.reglas, 0);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "nino_kept" BEFORE UPDATE OF "estado" ON "nino" FOR EACH ROW EXECUTE FUNCTION "child_kept"();
