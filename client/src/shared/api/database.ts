import type { CheckValues } from './check-values.gen';
import type { Database as Generated, Json } from './schema.gen';

type Generic = Generated['public']['Tables'];

/** JSON null is a valid value of a `not null` jsonb column, which the generated type excludes. */
type Settings = {
  Row: Omit<Generic['site_settings']['Row'], 'value'> & { value: Json };
  Insert: Omit<Generic['site_settings']['Insert'], 'value'> & { value: Json };
  Update: Omit<Generic['site_settings']['Update'], 'value'> & { value?: Json };
  Relationships: Generic['site_settings']['Relationships'];
};

/** An intersection, because TypeScript does not resolve a conditional type for a generic table. */
type Tables = Omit<Generic, 'site_settings'> & { site_settings: Settings } & {
  [T in keyof CheckValues]: { Row: CheckValues[T]; Insert: CheckValues[T]; Update: CheckValues[T] };
};

/** The columns of a view are all nullable in the generated types. These are those of the log, and two names. */
type AuditEntries = {
  Row: Tables['audit_log']['Row'] & { record_name: string | null; actor_name: string | null };
  Relationships: Generated['public']['Views']['audit_entries']['Relationships'];
};
type Views = Omit<Generated['public']['Views'], 'audit_entries'> & { audit_entries: AuditEntries };

/** The generated types, narrowed by check constraints, for createClient<Database>. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Tables' | 'Views'> & { Tables: Tables; Views: Views };
};
