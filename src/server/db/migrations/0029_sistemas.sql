CREATE TABLE "sistema" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"nombre" text NOT NULL,
	"busqueda" text NOT NULL,
	"llaves" jsonb NOT NULL,
	"epoca" integer DEFAULT 1 NOT NULL,
	"alcances" text[] NOT NULL,
	"lugares" jsonb,
	"hasta" date,
	"revocado" timestamp (3) with time zone,
	"ultimo_uso" timestamp (3) with time zone,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sistema_nombre_check" CHECK (char_length("sistema"."nombre") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "sistema_aserto" (
	"sistema" uuid NOT NULL,
	"huella" text NOT NULL,
	"hasta" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sistema_aserto_sistema_huella_pk" PRIMARY KEY("sistema","huella")
);
--> statement-breakpoint
ALTER TABLE "sistema_aserto" ADD CONSTRAINT "sistema_aserto_sistema_sistema__id_fk" FOREIGN KEY ("sistema") REFERENCES "public"."sistema"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sistema_aserto_hasta" ON "sistema_aserto" USING btree ("hasta");