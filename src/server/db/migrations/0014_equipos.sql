CREATE TABLE "boveda" (
	"usuario" uuid NOT NULL,
	"equipo" uuid NOT NULL,
	"llave" text,
	"nombre" text NOT NULL,
	"desde" timestamp (3) with time zone NOT NULL,
	"ultimo_contacto" timestamp (3) with time zone NOT NULL,
	"pendientes" integer DEFAULT 0 NOT NULL,
	"ficha" text,
	"ficha_anterior" text,
	"ficha_hasta" timestamp (3) with time zone,
	"epoca" integer NOT NULL,
	"cortado" timestamp (3) with time zone,
	"borrado" timestamp (3) with time zone,
	CONSTRAINT "boveda_usuario_equipo_pk" PRIMARY KEY("usuario","equipo")
);
--> statement-breakpoint
CREATE TABLE "equipo" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"secreto" text NOT NULL,
	"cortado" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "equipo" uuid;--> statement-breakpoint
ALTER TABLE "boveda" ADD CONSTRAINT "boveda_usuario_usuario__id_fk" FOREIGN KEY ("usuario") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boveda" ADD CONSTRAINT "boveda_equipo_equipo__id_fk" FOREIGN KEY ("equipo") REFERENCES "public"."equipo"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boveda_equipo" ON "boveda" USING btree ("equipo");