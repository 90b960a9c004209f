CREATE TABLE "figure_of_growth" (
	"lugar" integer NOT NULL,
	"sexo" text NOT NULL,
	"grupo" smallint NOT NULL,
	"ninos" bigint DEFAULT 0 NOT NULL,
	"desnutricion" bigint DEFAULT 0 NOT NULL,
	"talla" bigint DEFAULT 0 NOT NULL,
	"talla_bajo2" bigint DEFAULT 0 NOT NULL,
	"talla_bajo3" bigint DEFAULT 0 NOT NULL,
	"pesotalla" bigint DEFAULT 0 NOT NULL,
	"pesotalla_bajo2" bigint DEFAULT 0 NOT NULL,
	"pesotalla_bajo3" bigint DEFAULT 0 NOT NULL,
	"pesotalla_sobre2" bigint DEFAULT 0 NOT NULL,
	"pesotalla_sobre3" bigint DEFAULT 0 NOT NULL,
	"peso" bigint DEFAULT 0 NOT NULL,
	"peso_bajo2" bigint DEFAULT 0 NOT NULL,
	"peso_bajo3" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "figure_of_growth_lugar_sexo_grupo_pk" PRIMARY KEY("lugar","sexo","grupo")
);
--> statement-breakpoint
CREATE TABLE "growth_change" (
	"lugar" integer NOT NULL,
	"sexo" text NOT NULL,
	"grupo" smallint NOT NULL,
	"ninos" integer,
	"desnutricion" integer,
	"talla" integer,
	"talla_bajo2" integer,
	"talla_bajo3" integer,
	"pesotalla" integer,
	"pesotalla_bajo2" integer,
	"pesotalla_bajo3" integer,
	"pesotalla_sobre2" integer,
	"pesotalla_sobre3" integer,
	"peso" integer,
	"peso_bajo2" integer,
	"peso_bajo3" integer
);
--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "grupo_edad" smallint;--> statement-breakpoint
ALTER TABLE "growth_change" REPLICA IDENTITY FULL;--> statement-breakpoint
ALTER TABLE "growth_change" SET (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "figure_of_growth" SET (fillfactor = 70);--> statement-breakpoint
-- `visto` is the control of the stored scores; `control_fecha` may lie in the future. The age group in completed months, as `surveyAgeGroup` of the application: from the dates, or as typed where they are of no use.
CREATE FUNCTION "survey_age_group"("birth" date, "measured" date, "typed" integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN months BETWEEN 0 AND 5 THEN 0 WHEN months BETWEEN 6 AND 11 THEN 1 WHEN months BETWEEN 12 AND 23 THEN 2 END::smallint
	FROM (SELECT CASE WHEN measured IS NULL THEN NULL WHEN measured >= birth THEN
		12 * (extract(year FROM measured) - extract(year FROM birth)) + extract(month FROM measured) - extract(month FROM birth)
			- CASE WHEN extract(day FROM measured) < extract(day FROM birth) THEN 1 ELSE 0 END
		ELSE typed END AS months) AS age
$$;--> statement-breakpoint
CREATE FUNCTION "child_age_group"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.grupo_edad := survey_age_group(NEW.fechanacimiento, NEW.visto, CASE WHEN NEW.control_fecha = NEW.visto THEN NEW.control_edad END);
	RETURN NEW;
END $$;--> statement-breakpoint
-- As count_nino: the old count of a row, negative, and the new one. A child that the backfill has not reached has no age group and counts nowhere.
CREATE FUNCTION "count_growth"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO growth_change (lugar, sexo, grupo, ninos, desnutricion, talla, talla_bajo2, talla_bajo3, pesotalla, pesotalla_bajo2, pesotalla_bajo3, pesotalla_sobre2, pesotalla_sobre3, peso, peso_bajo2, peso_bajo3)
	SELECT one.lugar, one.sexo, one.grupo, sign, CASE WHEN one.estado = 'Desnutrición' THEN sign END, CASE WHEN one.ztalla IS NOT NULL THEN sign END, CASE WHEN one.ztalla < -2 THEN sign END, CASE WHEN one.ztalla < -3 THEN sign END, CASE WHEN one.zpesotalla IS NOT NULL THEN sign END, CASE WHEN one.zpesotalla < -2 THEN sign END, CASE WHEN one.zpesotalla < -3 THEN sign END, CASE WHEN one.zpesotalla > 2 THEN sign END, CASE WHEN one.zpesotalla > 3 THEN sign END, CASE WHEN one.zpeso IS NOT NULL THEN sign END, CASE WHEN one.zpeso < -2 THEN sign END, CASE WHEN one.zpeso < -3 THEN sign END
	FROM (VALUES
		(-1, OLD.lugar, OLD.sexo, OLD.grupo_edad, OLD.estado, OLD.ztalla, OLD.zpesotalla, OLD.zpeso),
		(1, NEW.lugar, NEW.sexo, NEW.grupo_edad, NEW.estado, NEW.ztalla, NEW.zpesotalla, NEW.zpeso)
	) AS one (sign, lugar, sexo, grupo, estado, ztalla, zpesotalla, zpeso)
	WHERE one.lugar > 0 AND one.grupo IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Called by figure_fold, which holds the lock of folding. It runs as its owner, since the program of before folds too.
CREATE FUNCTION "growth_fold"("most" integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	WITH changes AS (
		DELETE FROM growth_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM growth_change LIMIT most)) RETURNING *
	)
	INSERT INTO figure_of_growth AS kept (lugar, sexo, grupo, ninos, desnutricion, talla, talla_bajo2, talla_bajo3, pesotalla, pesotalla_bajo2, pesotalla_bajo3, pesotalla_sobre2, pesotalla_sobre3, peso, peso_bajo2, peso_bajo3)
	SELECT dentro, sexo, grupo, sum(ninos), sum(desnutricion), sum(talla), sum(talla_bajo2), sum(talla_bajo3), sum(pesotalla), sum(pesotalla_bajo2), sum(pesotalla_bajo3), sum(pesotalla_sobre2), sum(pesotalla_sobre3), sum(peso), sum(peso_bajo2), sum(peso_bajo3) FROM (
		SELECT lugar, sexo, grupo, coalesce(sum(ninos), 0) AS ninos, coalesce(sum(desnutricion), 0) AS desnutricion, coalesce(sum(talla), 0) AS talla, coalesce(sum(talla_bajo2), 0) AS talla_bajo2, coalesce(sum(talla_bajo3), 0) AS talla_bajo3, coalesce(sum(pesotalla), 0) AS pesotalla, coalesce(sum(pesotalla_bajo2), 0) AS pesotalla_bajo2, coalesce(sum(pesotalla_bajo3), 0) AS pesotalla_bajo3, coalesce(sum(pesotalla_sobre2), 0) AS pesotalla_sobre2, coalesce(sum(pesotalla_sobre3), 0) AS pesotalla_sobre3, coalesce(sum(peso), 0) AS peso, coalesce(sum(peso_bajo2), 0) AS peso_bajo2, coalesce(sum(peso_bajo3), 0) AS peso_bajo3
		FROM changes GROUP BY lugar, sexo, grupo
		HAVING sum(ninos) <> 0 OR sum(desnutricion) <> 0 OR sum(talla) <> 0 OR sum(talla_bajo2) <> 0 OR sum(talla_bajo3) <> 0 OR sum(pesotalla) <> 0 OR sum(pesotalla_bajo2) <> 0 OR sum(pesotalla_bajo3) <> 0 OR sum(pesotalla_sobre2) <> 0 OR sum(pesotalla_sobre3) <> 0 OR sum(peso) <> 0 OR sum(peso_bajo2) <> 0 OR sum(peso_bajo3) <> 0
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, sexo, grupo ORDER BY dentro, sexo, grupo
	ON CONFLICT (lugar, sexo, grupo) DO UPDATE SET ninos = kept.ninos + excluded.ninos, desnutricion = kept.desnutricion + excluded.desnutricion, talla = kept.talla + excluded.talla, talla_bajo2 = kept.talla_bajo2 + excluded.talla_bajo2, talla_bajo3 = kept.talla_bajo3 + excluded.talla_bajo3, pesotalla = kept.pesotalla + excluded.pesotalla, pesotalla_bajo2 = kept.pesotalla_bajo2 + excluded.pesotalla_bajo2, pesotalla_bajo3 = kept.pesotalla_bajo3 + excluded.pesotalla_bajo3, pesotalla_sobre2 = kept.pesotalla_sobre2 + excluded.pesotalla_sobre2, pesotalla_sobre3 = kept.pesotalla_sobre3 + excluded.pesotalla_sobre3, peso = kept.peso + excluded.peso, peso_bajo2 = kept.peso_bajo2 + excluded.peso_bajo2, peso_bajo3 = kept.peso_bajo3 + excluded.peso_bajo3;
END $$;--> statement-breakpoint
-- Folds both kinds of changes. Changes of growth are few and small, except while all children are computed anew: then they must not pile up.
CREATE OR REPLACE FUNCTION "figure_fold"("most" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	batch figure_change[];
BEGIN
	IF NOT pg_try_advisory_xact_lock(7236114204) THEN
		RETURN 0;
	END IF;
	PERFORM growth_fold(most * 10);
	WITH removed AS (
		DELETE FROM figure_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_change LIMIT most)) RETURNING figure_change AS change
	)
	SELECT array_agg(change) INTO batch FROM removed;
	IF batch IS NULL THEN
		RETURN 0;
	END IF;
	PERFORM figure_add(batch);
	RETURN cardinality(batch);
END $$;--> statement-breakpoint
CREATE FUNCTION "growth_recount"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	before text := current_setting('libreta.solo_cambia_el_dia', true);
BEGIN
	-- Devices do not store the age group, so these booklets need not be fetched again.
	PERFORM set_config('libreta.solo_cambia_el_dia', 'si', true);
	UPDATE nino SET grupo_edad = survey_age_group(fechanacimiento, visto, CASE WHEN control_fecha = visto THEN control_edad END)
	WHERE grupo_edad IS DISTINCT FROM survey_age_group(fechanacimiento, visto, CASE WHEN control_fecha = visto THEN control_edad END);
	PERFORM set_config('libreta.solo_cambia_el_dia', coalesce(before, ''), true);
	DELETE FROM growth_change;
	DELETE FROM figure_of_growth;
	INSERT INTO figure_of_growth (lugar, sexo, grupo, ninos, desnutricion, talla, talla_bajo2, talla_bajo3, pesotalla, pesotalla_bajo2, pesotalla_bajo3, pesotalla_sobre2, pesotalla_sobre3, peso, peso_bajo2, peso_bajo3)
	SELECT dentro, sexo, grupo_edad, sum(f0), sum(f1), sum(f2), sum(f3), sum(f4), sum(f5), sum(f6), sum(f7), sum(f8), sum(f9), sum(f10), sum(f11), sum(f12) FROM (
		SELECT lugar, sexo, grupo_edad, count(*) AS f0, count(*) FILTER (WHERE estado = 'Desnutrición') AS f1, count(ztalla) AS f2, count(*) FILTER (WHERE ztalla < -2) AS f3, count(*) FILTER (WHERE ztalla < -3) AS f4, count(zpesotalla) AS f5, count(*) FILTER (WHERE zpesotalla < -2) AS f6, count(*) FILTER (WHERE zpesotalla < -3) AS f7, count(*) FILTER (WHERE zpesotalla > 2) AS f8, count(*) FILTER (WHERE zpesotalla > 3) AS f9, count(zpeso) AS f10, count(*) FILTER (WHERE zpeso < -2) AS f11, count(*) FILTER (WHERE zpeso < -3) AS f12
		FROM nino WHERE grupo_edad IS NOT NULL GROUP BY lugar, sexo, grupo_edad
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, sexo, grupo_edad;
END $$;--> statement-breakpoint
-- As before, and the figures of growth.
CREATE OR REPLACE FUNCTION "figure_recount"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7236114204);
	LOCK TABLE nino, mujer, control, vacuna IN SHARE ROW EXCLUSIVE MODE;
	PERFORM lugar_id(provincia, canton, establecimiento)
	FROM (SELECT DISTINCT provincia, canton, establecimiento FROM nino UNION SELECT DISTINCT provincia, canton, establecimiento FROM mujer) AS place;
	UPDATE nino SET lugar = place._id FROM lugar AS place
	WHERE place.nivel = 3 AND place.provincia = nino.provincia AND place.canton = nino.canton
		AND place.establecimiento = nino.establecimiento AND nino.lugar <> place._id;
	UPDATE mujer SET lugar = place._id FROM lugar AS place
	WHERE place.nivel = 3 AND place.provincia = mujer.provincia AND place.canton = mujer.canton
		AND place.establecimiento = mujer.establecimiento AND mujer.lugar <> place._id;
	UPDATE control SET lugar = nino.lugar FROM nino WHERE nino._id = parent_id AND control.lugar <> nino.lugar;
	UPDATE vacuna SET lugar = nino.lugar FROM nino WHERE nino._id = parent_id AND vacuna.lugar <> nino.lugar;
	DELETE FROM figure_change;
	DELETE FROM figure_of_place;
	DELETE FROM figure_of_month;
	DELETE FROM figure_of_creator;
	DELETE FROM figure_of_control_day;
	DELETE FROM figure_of_day;
	INSERT INTO figure_of_place (lugar, estado, ninos, masculino, femenino, con_control, con_vacunas, medidos, bajo2, bajo3, discrepancias)
	SELECT dentro, estado, sum(n), sum(m), sum(f), sum(c), sum(v), sum(z), sum(z2), sum(z3), sum(d) FROM (
		SELECT lugar, estado, count(*) AS n, count(*) FILTER (WHERE sexo = 'MASCULINO') AS m, count(*) FILTER (WHERE sexo = 'FEMENINO') AS f,
			count(control_fecha) AS c, count(*) FILTER (WHERE vacunas > 0) AS v, count(ztalla) AS z,
			count(*) FILTER (WHERE ztalla < -2) AS z2, count(*) FILTER (WHERE ztalla < -3) AS z3, count(discrepancia) AS d
		FROM nino GROUP BY lugar, estado
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, estado;
	INSERT INTO figure_of_month (lugar, mes, controles, ultimos, ultimos_medidos, ultimos_bajo2, ultimos_bajo3)
	SELECT dentro, mes, sum(n), sum(u), sum(z), sum(z2), sum(z3) FROM (
		SELECT lugar, date_trunc('month', fecha)::date AS mes, sum(n) AS n, sum(u) AS u, sum(z) AS z, sum(z2) AS z2, sum(z3) AS z3 FROM (
			SELECT lugar, fecha, count(*) AS n, count(*) FILTER (WHERE ultimo_del_mes) AS u,
				count(ztalla) FILTER (WHERE ultimo_del_mes) AS z, count(*) FILTER (WHERE ultimo_del_mes AND ztalla < -2) AS z2,
				count(*) FILTER (WHERE ultimo_del_mes AND ztalla < -3) AS z3
			FROM control GROUP BY lugar, fecha
		) AS days GROUP BY lugar, 2
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, mes;
	INSERT INTO figure_of_place AS kept (lugar, estado, mujeres, controles, peso, vacunas)
	SELECT dentro, '', sum(m), sum(n), sum(p), sum(v) FROM (
		SELECT lugar, count(*) AS m, 0 AS n, 0 AS p, 0 AS v FROM mujer GROUP BY lugar
		UNION ALL SELECT lugar, 0, count(*), sum(peso * 100), 0 FROM control GROUP BY lugar
		UNION ALL SELECT lugar, 0, 0, 0, count(*) FROM vacuna GROUP BY lugar
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro
	ON CONFLICT (lugar, estado) DO UPDATE SET mujeres = excluded.mujeres, controles = excluded.controles, peso = excluded.peso, vacunas = excluded.vacunas;
	INSERT INTO figure_of_creator (lugar, creador, ninos, mujeres)
	SELECT dentro, creador, sum(n), sum(m) FROM (
		SELECT lugar, created_by AS creador, count(*) AS n, 0 AS m FROM nino GROUP BY lugar, created_by
		UNION ALL SELECT lugar, created_by, 0, count(*) FROM mujer GROUP BY lugar, created_by
	) AS fine JOIN lugar_within USING (lugar) GROUP BY dentro, creador;
	INSERT INTO figure_of_control_day (lugar, fecha, estado, ninos, discrepancias)
	SELECT dentro, fecha, estado, sum(n), sum(d) FROM (
		SELECT lugar, control_fecha AS fecha, estado, count(*) AS n, count(discrepancia) AS d
		FROM nino WHERE control_fecha IS NOT NULL GROUP BY lugar, control_fecha, estado
	) AS fine JOIN lugar_within USING (lugar) WHERE nivel <= 2 GROUP BY dentro, fecha, estado;
	INSERT INTO figure_of_day (dia, ninos, con_vacunas, mujeres, controles, vacunas)
	SELECT dia, sum(n), sum(cv), sum(m), sum(c), sum(v) FROM (
		SELECT guayaquil_day(fecha_registro) AS dia, count(*) AS n, count(*) FILTER (WHERE vacunas > 0) AS cv, 0 AS m, 0 AS c, 0 AS v FROM nino GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, count(*), 0, 0 FROM mujer GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, 0, count(*), 0 FROM control GROUP BY 1
		UNION ALL SELECT guayaquil_day(fecha_registro), 0, 0, 0, 0, count(*) FROM vacuna GROUP BY 1
	) AS days GROUP BY dia;
	PERFORM growth_recount();
END $$;--> statement-breakpoint
-- Before there are triggers: existing children are counted once.
SELECT growth_recount();--> statement-breakpoint
CREATE TRIGGER "nino_age_group" BEFORE INSERT OR UPDATE OF fechanacimiento, visto, control_fecha, control_edad, grupo_edad ON "nino" FOR EACH ROW EXECUTE FUNCTION "child_age_group"();--> statement-breakpoint
CREATE TRIGGER "nino_growth_added" AFTER INSERT ON "nino" FOR EACH ROW WHEN (NEW.grupo_edad IS NOT NULL) EXECUTE FUNCTION "count_growth"();--> statement-breakpoint
CREATE TRIGGER "nino_growth_removed" AFTER DELETE ON "nino" FOR EACH ROW WHEN (OLD.grupo_edad IS NOT NULL) EXECUTE FUNCTION "count_growth"();--> statement-breakpoint
CREATE TRIGGER "nino_growth_changed" AFTER UPDATE ON "nino" FOR EACH ROW WHEN (
	(OLD.lugar, OLD.sexo, OLD.grupo_edad, OLD.estado = 'Desnutrición', OLD.ztalla IS NULL, OLD.ztalla < -2, OLD.ztalla < -3, OLD.zpesotalla IS NULL, OLD.zpesotalla < -2, OLD.zpesotalla < -3, OLD.zpesotalla > 2, OLD.zpesotalla > 3, OLD.zpeso IS NULL, OLD.zpeso < -2, OLD.zpeso < -3)
	IS DISTINCT FROM
	(NEW.lugar, NEW.sexo, NEW.grupo_edad, NEW.estado = 'Desnutrición', NEW.ztalla IS NULL, NEW.ztalla < -2, NEW.ztalla < -3, NEW.zpesotalla IS NULL, NEW.zpesotalla < -2, NEW.zpesotalla < -3, NEW.zpesotalla > 2, NEW.zpesotalla > 3, NEW.zpeso IS NULL, NEW.zpeso < -2, NEW.zpeso < -3)
) EXECUTE FUNCTION "count_growth"();
