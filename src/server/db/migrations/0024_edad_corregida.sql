ALTER TABLE "control" ADD COLUMN "edad_corregida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "ztalla_cronologica" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "gestacion" smallint;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "edad_corregida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "ztalla_cronologica" numeric(5, 2);--> statement-breakpoint
CREATE INDEX "control_edad_corregida" ON "control" USING btree ("fecha","lugar","ztalla","ztalla_cronologica") WHERE "control"."edad_corregida" and "control"."ultimo_del_mes";--> statement-breakpoint
CREATE INDEX "nino_edad_corregida" ON "nino" USING btree ("lugar","ztalla","ztalla_cronologica") WHERE "nino"."edad_corregida";--> statement-breakpoint
-- A program of before does not compute the child anew when it writes a newborn record: then the rules of the child are unknown, and a server with these
-- rules computes it. In a write of this program the child has the days already, or gets them and the rules afterwards in the same transaction.
CREATE FUNCTION "newborn_written"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
	child uuid := coalesce(NEW.parent_id, OLD.parent_id);
BEGIN
	UPDATE nino SET reglas = 0 WHERE _id = child AND reglas <> 0 AND gestacion IS DISTINCT FROM (
		SELECT dias FROM rn WHERE parent_id = child AND dias IS NOT NULL ORDER BY fecha_registro DESC, orden DESC LIMIT 1
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "rn_written" AFTER INSERT OR UPDATE OF "dias" OR DELETE ON "rn" FOR EACH ROW EXECUTE FUNCTION "newborn_written"();
