CREATE TABLE "goals" (
	"account_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"match" text NOT NULL,
	CONSTRAINT "goals_account_id_number_pk" PRIMARY KEY("account_id","number"),
	CONSTRAINT "goals_number_is_in_range" CHECK ("goals"."number" between 1 and 10)
);
--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;