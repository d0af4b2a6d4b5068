import type { CheckValues } from './check-values.gen';
import type { Database as Generated, Json } from './schema.gen';

type Generic = Generated['public']['Tables'];

/** JSON's null is a value of a column that is not null, which the generator does not know. */
type Settings = {
  Row: Omit<Generic['site_settings']['Row'], 'value'> & { value: Json };
  Insert: Omit<Generic['site_settings']['Insert'], 'value'> & { value: Json };
  Update: Omit<Generic['site_settings']['Update'], 'value'> & { value?: Json };
  Relationships: Generic['site_settings']['Relationships'];
};

/** Intersected, so that a table may be a type parameter: a conditional type would not be resolved. */
type Tables = Omit<Generic, 'site_settings'> & { site_settings: Settings } & {
  [T in keyof CheckValues]: { Row: CheckValues[T]; Insert: CheckValues[T]; Update: CheckValues[T] };
};

/** The generated types, with what check constraints and JSON allow: createClient<Database>. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Tables'> & { Tables: Tables };
};
