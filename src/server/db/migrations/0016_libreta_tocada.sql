CREATE FUNCTION "booklet_touched"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Whoever changed it last may have begun later than this transaction: the number never falls.
	UPDATE libreta SET cambio = greatest(cambio, pg_current_xact_id()) WHERE persona = NEW._id;
	IF NOT FOUND THEN
		INSERT INTO libreta AS kept (persona, tipo, custodio, canton, cambio)
			VALUES (NEW._id, TG_TABLE_NAME, coalesce(NEW.custodio, NEW.created_by), NEW.provincia || '/' || NEW.canton, pg_current_xact_id())
			ON CONFLICT (persona) DO UPDATE SET cambio = greatest(kept.cambio, excluded.cambio);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "nino_booklet_changed" ON "nino";--> statement-breakpoint
CREATE TRIGGER "nino_booklet_changed" AFTER UPDATE ON "nino" FOR EACH ROW WHEN (current_setting('libreta.solo_cambia_el_dia', true) IS DISTINCT FROM 'si' AND (coalesce(OLD.custodio, OLD.created_by), OLD.provincia, OLD.canton) IS NOT DISTINCT FROM (coalesce(NEW.custodio, NEW.created_by), NEW.provincia, NEW.canton)) EXECUTE FUNCTION "booklet_touched"();--> statement-breakpoint
CREATE TRIGGER "nino_booklet_moved" AFTER UPDATE ON "nino" FOR EACH ROW WHEN ((coalesce(OLD.custodio, OLD.created_by), OLD.provincia, OLD.canton) IS DISTINCT FROM (coalesce(NEW.custodio, NEW.created_by), NEW.provincia, NEW.canton)) EXECUTE FUNCTION "booklet_changed"();--> statement-breakpoint
DROP TRIGGER "mujer_booklet" ON "mujer";--> statement-breakpoint
CREATE TRIGGER "mujer_booklet" AFTER INSERT OR DELETE ON "mujer" FOR EACH ROW EXECUTE FUNCTION "booklet_changed"();--> statement-breakpoint
CREATE TRIGGER "mujer_booklet_changed" AFTER UPDATE ON "mujer" FOR EACH ROW WHEN ((coalesce(OLD.custodio, OLD.created_by), OLD.provincia, OLD.canton) IS NOT DISTINCT FROM (coalesce(NEW.custodio, NEW.created_by), NEW.provincia, NEW.canton)) EXECUTE FUNCTION "booklet_touched"();--> statement-breakpoint
CREATE TRIGGER "mujer_booklet_moved" AFTER UPDATE ON "mujer" FOR EACH ROW WHEN ((coalesce(OLD.custodio, OLD.created_by), OLD.provincia, OLD.canton) IS DISTINCT FROM (coalesce(NEW.custodio, NEW.created_by), NEW.provincia, NEW.canton)) EXECUTE FUNCTION "booklet_changed"();
