CREATE TABLE "measuring_change" (
	"parent_id" uuid,
	"creador" uuid,
	"lugar" integer,
	"fecha" date
);
--> statement-breakpoint
CREATE TABLE "measuring_of_month" (
	"lugar" integer NOT NULL,
	"creador" uuid NOT NULL,
	"mes" date NOT NULL,
	"reglas" integer NOT NULL,
	"dias" integer[] NOT NULL,
	"mas_en_un_dia" integer NOT NULL,
	"controles" bigint NOT NULL,
	"evaluables" bigint NOT NULL,
	"comparados" bigint NOT NULL,
	"acortados" bigint NOT NULL,
	"peso_con" bigint NOT NULL,
	"peso_igual" bigint NOT NULL,
	"longitud_con" bigint NOT NULL,
	"longitud_igual" bigint NOT NULL,
	"perimetro_con" bigint NOT NULL,
	"perimetro_igual" bigint NOT NULL,
	"peso0" bigint NOT NULL,
	"peso1" bigint NOT NULL,
	"peso2" bigint NOT NULL,
	"peso3" bigint NOT NULL,
	"peso4" bigint NOT NULL,
	"peso5" bigint NOT NULL,
	"peso6" bigint NOT NULL,
	"peso7" bigint NOT NULL,
	"peso8" bigint NOT NULL,
	"peso9" bigint NOT NULL,
	"longitud0" bigint NOT NULL,
	"longitud1" bigint NOT NULL,
	"longitud2" bigint NOT NULL,
	"longitud3" bigint NOT NULL,
	"longitud4" bigint NOT NULL,
	"longitud5" bigint NOT NULL,
	"longitud6" bigint NOT NULL,
	"longitud7" bigint NOT NULL,
	"longitud8" bigint NOT NULL,
	"longitud9" bigint NOT NULL,
	"perimetro0" bigint NOT NULL,
	"perimetro1" bigint NOT NULL,
	"perimetro2" bigint NOT NULL,
	"perimetro3" bigint NOT NULL,
	"perimetro4" bigint NOT NULL,
	"perimetro5" bigint NOT NULL,
	"perimetro6" bigint NOT NULL,
	"perimetro7" bigint NOT NULL,
	"perimetro8" bigint NOT NULL,
	"perimetro9" bigint NOT NULL,
	"talla_puntajes" bigint NOT NULL,
	"talla_fuera" bigint NOT NULL,
	"peso_puntajes" bigint NOT NULL,
	"peso_fuera" bigint NOT NULL,
	"pesotalla_puntajes" bigint NOT NULL,
	"pesotalla_fuera" bigint NOT NULL,
	"perimetro_puntajes" bigint NOT NULL,
	"perimetro_fuera" bigint NOT NULL,
	"talla_suma1" bigint NOT NULL,
	"talla_suma2" bigint NOT NULL,
	"talla_suma3" bigint NOT NULL,
	"talla_suma4" bigint NOT NULL,
	"peso_suma1" bigint NOT NULL,
	"peso_suma2" bigint NOT NULL,
	"peso_suma3" bigint NOT NULL,
	"peso_suma4" bigint NOT NULL,
	"pesotalla_suma1" bigint NOT NULL,
	"pesotalla_suma2" bigint NOT NULL,
	"pesotalla_suma3" bigint NOT NULL,
	"pesotalla_suma4" bigint NOT NULL,
	CONSTRAINT "measuring_of_month_lugar_creador_mes_pk" PRIMARY KEY("lugar","creador","mes")
);
--> statement-breakpoint
CREATE INDEX "measuring_of_month_creador" ON "measuring_of_month" USING btree ("creador","mes");--> statement-breakpoint
CREATE INDEX "measuring_of_month_mes" ON "measuring_of_month" USING btree ("mes");--> statement-breakpoint
CREATE INDEX "measuring_of_month_reglas" ON "measuring_of_month" USING btree ("reglas");--> statement-breakpoint
CREATE INDEX "control_lugar_creador_fecha" ON "control" USING btree ("lugar","created_by","fecha");--> statement-breakpoint
ALTER TABLE "measuring_change" REPLICA IDENTITY FULL;--> statement-breakpoint
ALTER TABLE "measuring_change" SET (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
-- There is no OLD of a new row and no NEW of a deleted one: they are null. Place 0 counts nowhere.
CREATE FUNCTION "measuring_of_control"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO measuring_change (parent_id, creador, lugar, fecha)
	SELECT one.* FROM (VALUES
		(OLD.parent_id, OLD.created_by, OLD.lugar, OLD.fecha),
		(NEW.parent_id, NEW.created_by, NEW.lugar, NEW.fecha)
	) AS one (parent_id, creador, lugar, fecha)
	WHERE one.lugar > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "measuring_of_child"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO measuring_change (parent_id) VALUES (NEW._id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "control_measured" AFTER INSERT OR DELETE ON "control" FOR EACH ROW EXECUTE FUNCTION "measuring_of_control"();--> statement-breakpoint
CREATE TRIGGER "control_remeasured" AFTER UPDATE ON "control" FOR EACH ROW WHEN (
	(OLD.parent_id, OLD.created_by, OLD.lugar, OLD.fecha, OLD.peso, OLD.longitud, OLD.perimetro)
	IS DISTINCT FROM
	(NEW.parent_id, NEW.created_by, NEW.lugar, NEW.fecha, NEW.peso, NEW.longitud, NEW.perimetro)
) EXECUTE FUNCTION "measuring_of_control"();--> statement-breakpoint
-- Only a pregnancy of 154 to 258 days corrects the age (corrected-age.ts).
CREATE TRIGGER "nino_remeasured" AFTER UPDATE OF "sexo", "fechanacimiento", "gestacion" ON "nino" FOR EACH ROW WHEN (
	(OLD.sexo, OLD.fechanacimiento, CASE WHEN OLD.gestacion BETWEEN 154 AND 258 THEN OLD.gestacion END)
	IS DISTINCT FROM
	(NEW.sexo, NEW.fechanacimiento, CASE WHEN NEW.gestacion BETWEEN 154 AND 258 THEN NEW.gestacion END)
) EXECUTE FUNCTION "measuring_of_child"();--> statement-breakpoint
-- Everything is to be counted anew, after rows were loaded without triggers and by this migration; the server counts.
CREATE FUNCTION "measuring_recount"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM measuring_change;
	DELETE FROM measuring_of_month;
	INSERT INTO measuring_change (creador, lugar, fecha)
	SELECT DISTINCT created_by, lugar, date_trunc('month', fecha)::date FROM control WHERE lugar > 0;
END $$;--> statement-breakpoint
SELECT measuring_recount();
