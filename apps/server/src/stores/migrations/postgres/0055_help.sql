CREATE TABLE "help_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "help_files_size" CHECK ("help_files"."bytes" = length("help_files"."content") and "help_files"."bytes" between 1 and 5242880)
);
--> statement-breakpoint
CREATE TABLE "help_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"is_answer" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"object_kind" text,
	"object_id" text,
	"object_name" text,
	"waiting_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "help_requests_status" CHECK ("help_requests"."status" in ('open', 'waiting', 'closed')),
	CONSTRAINT "help_requests_open_waits" CHECK (("help_requests"."status" = 'open') = ("help_requests"."waiting_since" is not null)),
	CONSTRAINT "help_requests_object_is_whole" CHECK (num_nonnulls("help_requests"."object_kind", "help_requests"."object_id", "help_requests"."object_name") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "help_files" ADD CONSTRAINT "help_files_message_id_help_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."help_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_request_id_help_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."help_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "help_files_message_index" ON "help_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "help_messages_request_index" ON "help_messages" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "help_requests_account_index" ON "help_requests" USING btree ("account_id","updated_at");--> statement-breakpoint
CREATE INDEX "help_requests_open_index" ON "help_requests" USING btree ("waiting_since") WHERE "help_requests"."status" = 'open';