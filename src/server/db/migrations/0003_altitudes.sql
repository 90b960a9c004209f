CREATE TABLE "altitud_canton" (
	"canton" text PRIMARY KEY NOT NULL,
	"altitud" integer NOT NULL,
	CONSTRAINT "altitud_canton_rango" CHECK ("altitud_canton"."altitud" between 0 and 6000)
);
