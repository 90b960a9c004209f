ALTER TABLE "mujer" ADD COLUMN "actualizado" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "actualizado" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "journal_eliminado" ON "journal" USING btree ("about") WHERE "journal"."action" = 'eliminar';--> statement-breakpoint
CREATE INDEX "journal_conservado" ON "journal" USING gin (jsonb_path_query_array("kept", '$.*[*]._id')) WHERE "journal"."action" = 'eliminar' and kept is not null;--> statement-breakpoint
CREATE INDEX "mujer_ultima_edicion" ON "mujer" USING btree (coalesce("actualizado", "fecha_registro"));--> statement-breakpoint
CREATE INDEX "nino_ultima_edicion" ON "nino" USING btree (coalesce("actualizado", "fecha_registro"));--> statement-breakpoint
CREATE FUNCTION "person_edited"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.actualizado := clock_timestamp();
	RETURN NEW;
END $$;--> statement-breakpoint
-- Only an edit changes the version. A computed summary does not, and its update stays out of the indexes (HOT).
CREATE TRIGGER "mujer_edited" BEFORE UPDATE ON "mujer" FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION "person_edited"();--> statement-breakpoint
CREATE TRIGGER "nino_edited" BEFORE UPDATE ON "nino" FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION "person_edited"();