// Generated from the database by `toubkal types`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: '14';
  };
  public: {
    Tables: {
      ascents: {
        Row: {
          climber_id: string;
          country: string;
          height: number;
          year: number;
        };
        Insert: {
          climber_id: string;
          country: string;
          height: number;
          year: number;
        };
        Update: {
          climber_id?: string;
          country?: string;
          height?: number;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'ascents_peak';
            columns: ['country', 'height'];
            isOneToOne: false;
            referencedRelation: 'heights';
            referencedColumns: ['country', 'height'];
          },
          {
            foreignKeyName: 'ascents_peak';
            columns: ['country', 'height'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['country', 'height'];
          },
          {
            foreignKeyName: 'ascents_peak';
            columns: ['country', 'height'];
            isOneToOne: false;
            referencedRelation: 'peaks';
            referencedColumns: ['country', 'height'];
          },
        ];
      };
      climbers: {
        Row: {
          first_name: string;
          id: string;
          last_name: string;
          leads_id: number | null;
          mentor_id: string | null;
          team_id: number | null;
          full_name: string | null;
        };
        ComputedFields: 'full_name';
        Insert: {
          first_name: string;
          id?: string;
          last_name: string;
          leads_id?: number | null;
          mentor_id?: string | null;
          team_id?: number | null;
        };
        Update: {
          first_name?: string;
          id?: string;
          last_name?: string;
          leads_id?: number | null;
          mentor_id?: string | null;
          team_id?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'climbers_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'climbers_mentor_id_fkey';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
        ];
      };
      logs: {
        Row: {
          at: string;
          climber_id: string;
          note: string | null;
        };
        Insert: {
          at: string;
          climber_id: string;
          note?: string | null;
        };
        Update: {
          at?: string;
          climber_id?: string;
          note?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'logs_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'logs_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'logs_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'logs_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'logs_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
        ];
      };
      passports: {
        Row: {
          climber_id: string;
          number: string;
        };
        Insert: {
          climber_id: string;
          number: string;
        };
        Update: {
          climber_id?: string;
          number?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
        ];
      };
      peaks: {
        Row: {
          country: string;
          height: number;
          name: string | null;
        };
        Insert: {
          country: string;
          height: number;
          name?: string | null;
        };
        Update: {
          country?: string;
          height?: number;
          name?: string | null;
        };
        Relationships: [];
      };
      sightings: {
        Row: {
          climber_id: string | null;
          id: number;
          team_id: number | null;
        };
        Insert: {
          climber_id?: string | null;
          id: number;
          team_id?: number | null;
        };
        Update: {
          climber_id?: string | null;
          id?: number;
          team_id?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'sightings_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sightings_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'sightings_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sightings_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'sightings_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sightings_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
        ];
      };
      teams: {
        Row: {
          at: string | null;
          base: Database['public']['CompositeTypes']['place'] | null;
          codes: unknown | null;
          colour: 'red' | 'it\'s "blue"' | null;
          contact: string;
          id: number;
          long_name: string | null;
          made: string | null;
          mails: string[] | null;
          mood: Database['public']['Enums']['mood'];
          moods: Database['public']['Enums']['mood'][] | null;
          name: string;
          serial: number;
          short: 'abc' | 'def' | null;
          status: 'new' | 'old';
          tags: string[] | null;
          full_name: string | null;
        };
        ComputedFields: 'full_name';
        Insert: {
          at?: string | null;
          base?: Database['public']['CompositeTypes']['place'] | null;
          codes?: unknown | null;
          colour?: 'red' | 'it\'s "blue"' | null;
          contact?: string;
          id?: number;
          long_name?: string | null;
          made?: never;
          mails?: string[] | null;
          mood?: Database['public']['Enums']['mood'];
          moods?: Database['public']['Enums']['mood'][] | null;
          name: string;
          serial?: never;
          short?: 'abc' | 'def' | null;
          status?: 'new' | 'old';
          tags?: string[] | null;
        };
        Update: {
          at?: string | null;
          base?: Database['public']['CompositeTypes']['place'] | null;
          codes?: unknown | null;
          colour?: 'red' | 'it\'s "blue"' | null;
          contact?: string;
          id?: number;
          long_name?: string | null;
          made?: never;
          mails?: string[] | null;
          mood?: Database['public']['Enums']['mood'];
          moods?: Database['public']['Enums']['mood'][] | null;
          name?: string;
          serial?: never;
          short?: 'abc' | 'def' | null;
          status?: 'new' | 'old';
          tags?: string[] | null;
        };
        Relationships: [];
      };
    };
    Views: {
      heights: {
        Row: {
          country: string | null;
          height: number | null;
        };
        Relationships: [];
      };
      joined: {
        Row: {
          climber_id: string | null;
          country: string | null;
          height: number | null;
        };
        Relationships: [];
      };
      nested: {
        Row: {
          id: string | null;
          team_id: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_team_id_fkey';
            columns: ['team_id'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
        ];
      };
      only_half: {
        Row: {
          country: string | null;
        };
        Insert: {
          country?: string | null;
        };
        Update: {
          country?: string | null;
        };
        Relationships: [];
      };
      roster: {
        Row: {
          loud: string | null;
          team: number | null;
          'the, {climber}': string | null;
        };
        Insert: {
          loud?: string | null;
          team?: number | null;
          'the, {climber}'?: string | null;
        };
        Update: {
          loud?: string | null;
          team?: number | null;
          'the, {climber}'?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_team_id_fkey';
            columns: ['team'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
        ];
      };
      stories: {
        Row: {
          dull: boolean | null;
          story_id: number | null;
          teller: string | null;
        };
        Insert: {
          dull?: boolean | null;
          story_id?: number | null;
          teller?: string | null;
        };
        Update: {
          dull?: boolean | null;
          story_id?: number | null;
          teller?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'secrets_climber_id_fkey';
            columns: ['teller'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'secrets_climber_id_fkey';
            columns: ['teller'];
            isOneToOne: false;
            referencedRelation: 'joined';
            referencedColumns: ['climber_id'];
          },
          {
            foreignKeyName: 'secrets_climber_id_fkey';
            columns: ['teller'];
            isOneToOne: false;
            referencedRelation: 'nested';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'secrets_climber_id_fkey';
            columns: ['teller'];
            isOneToOne: false;
            referencedRelation: 'roster';
            referencedColumns: ['the, {climber}'];
          },
          {
            foreignKeyName: 'secrets_climber_id_fkey';
            columns: ['teller'];
            isOneToOne: false;
            referencedRelation: 'twice';
            referencedColumns: ['id'];
          },
        ];
      };
      twice: {
        Row: {
          id: string | null;
          new_team: number | null;
          old_team: number | null;
        };
        Insert: {
          id?: string | null;
          new_team?: number | null;
          old_team?: number | null;
        };
        Update: {
          id?: string | null;
          new_team?: number | null;
          old_team?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_team_id_fkey';
            columns: ['new_team'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_team_id_fkey';
            columns: ['old_team'];
            isOneToOne: false;
            referencedRelation: 'teams';
            referencedColumns: ['id'];
          },
        ];
      };
      united: {
        Row: {
          id: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      add:
        | {
            Args: {
              a: number;
              b?: number;
            };
            Returns: number;
          }
        | {
            Args: {
              a: number;
              b: number;
              c: number;
            };
            Returns: number;
          };
      all_teams: {
        Args: never;
        Returns: Database['public']['Tables']['teams']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'teams';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      friends: {
        Args: {
          '': Database['public']['Tables']['climbers']['Row'];
        };
        Returns: Database['public']['Tables']['climbers']['Row'][];
        SetofOptions: {
          from: 'climbers';
          to: 'climbers';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      listing: {
        Args: {
          wanted: string;
        };
        Returns: {
          id: number;
          label: string;
        }[];
      };
      nothing: {
        Args: {
          bits: unknown[];
          flag: string;
        };
        Returns: undefined;
      };
      pair: {
        Args: {
          a: number;
          c: string;
        };
        Returns: {
          b: number;
          c: string;
          d: Database['public']['Enums']['mood'];
        };
      };
      spot: {
        Args: never;
        Returns: Database['public']['CompositeTypes']['place'];
      };
      sum_all: {
        Args: {
          numbers: number[];
        };
        Returns: number;
      };
      tabs: {
        Args: never;
        Returns: string;
      };
      teams: {
        Args: {
          '': Database['public']['Tables']['climbers']['Row'];
        };
        Returns: Database['public']['Tables']['teams']['Row'];
        SetofOptions: {
          from: 'climbers';
          to: 'teams';
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      whole: {
        Args: {
          '': Json;
        };
        Returns: Json;
      };
    };
    Enums: {
      mood: 'calm' | 'wild';
    };
    CompositeTypes: {
      place: {
        lat: number | null;
        lon: number | null;
      };
    };
  };
};

type DefaultSchema = Database['public'];
type Relations = DefaultSchema['Tables'] & DefaultSchema['Views'];

export type Tables<T extends keyof Relations> = Relations[T]['Row'];

export type TablesInsert<T extends keyof DefaultSchema['Tables']> =
  DefaultSchema['Tables'][T]['Insert'];

export type TablesUpdate<T extends keyof DefaultSchema['Tables']> =
  DefaultSchema['Tables'][T]['Update'];

export type Enums<T extends keyof DefaultSchema['Enums']> = DefaultSchema['Enums'][T];
