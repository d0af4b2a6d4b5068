-- What only its user knows. As `supabase db diff` prints a table that was made by hand.
create table "public"."settings" (
    "user_id" uuid not null,
    "newsletter" boolean not null default false,
    "locale" text not null default 'en'::text
);

alter table "public"."settings" enable row level security;

CREATE UNIQUE INDEX settings_pkey ON public.settings USING btree (user_id);

alter table "public"."settings" add constraint "settings_pkey" PRIMARY KEY using index "settings_pkey";

alter table "public"."settings" add constraint "settings_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE not valid;

alter table "public"."settings" validate constraint "settings_user_id_fkey";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.my_account()
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('id', auth.uid(), 'email', auth.email(), 'role', auth.role(), 'provider', auth.jwt() -> 'app_metadata' ->> 'provider');
$function$
;

create policy "Users keep settings of their own."
on "public"."settings"
as permissive
for all
to public
using (((auth.role() = 'authenticated'::text) AND (auth.uid() = user_id)));

grant delete on table "public"."settings" to "authenticated";

grant insert on table "public"."settings" to "authenticated";

grant select on table "public"."settings" to "authenticated";

grant update on table "public"."settings" to "authenticated";

revoke all on table "public"."settings" from "anon";
