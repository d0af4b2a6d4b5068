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
          climber_id: number;
          country: string;
          height: number;
          hours: number;
          year: number;
        };
        Insert: {
          climber_id: number;
          country: string;
          height: number;
          hours: number;
          year: number;
        };
        Update: {
          climber_id?: number;
          country?: string;
          height?: number;
          hours?: number;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'ascents_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
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
      beacons: {
        Row: {
          id: number;
          lit: boolean;
          room: string;
        };
        Insert: {
          id: number;
          lit?: boolean;
          room: string;
        };
        Update: {
          id?: number;
          lit?: boolean;
          room?: string;
        };
        Relationships: [];
      };
      climbers: {
        Row: {
          born: string | null;
          camps: unknown | null;
          club_id: number | null;
          data: Json | null;
          guide: boolean | null;
          height: number | null;
          home: Database['public']['CompositeTypes']['spot'] | null;
          id: number;
          mentor_id: number | null;
          motto: unknown | null;
          name: string;
          scores: number[] | null;
          season: unknown | null;
          standing: Database['public']['Enums']['standing'];
          tags: string[] | null;
          label: string | null;
        };
        ComputedFields: 'label';
        Insert: {
          born?: string | null;
          camps?: unknown | null;
          club_id?: number | null;
          data?: Json | null;
          guide?: boolean | null;
          height?: number | null;
          home?: Database['public']['CompositeTypes']['spot'] | null;
          id: number;
          mentor_id?: number | null;
          motto?: unknown | null;
          name: string;
          scores?: number[] | null;
          season?: unknown | null;
          standing?: Database['public']['Enums']['standing'];
          tags?: string[] | null;
        };
        Update: {
          born?: string | null;
          camps?: unknown | null;
          club_id?: number | null;
          data?: Json | null;
          guide?: boolean | null;
          height?: number | null;
          home?: Database['public']['CompositeTypes']['spot'] | null;
          id?: number;
          mentor_id?: number | null;
          motto?: unknown | null;
          name?: string;
          scores?: number[] | null;
          season?: unknown | null;
          standing?: Database['public']['Enums']['standing'];
          tags?: string[] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_club_id_fkey';
            columns: ['club_id'];
            isOneToOne: false;
            referencedRelation: 'clubs';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
        ];
      };
      clubs: {
        Row: {
          id: number;
          name: string;
        };
        Insert: {
          id: number;
          name: string;
        };
        Update: {
          id?: number;
          name?: string;
        };
        Relationships: [];
      };
      diaries: {
        Row: {
          entry: string;
          id: number;
          owner: string;
        };
        Insert: {
          entry: string;
          id?: never;
          owner?: string;
        };
        Update: {
          entry?: string;
          id?: never;
          owner?: string;
        };
        Relationships: [];
      };
      huts: {
        Row: {
          beds: number | null;
          camp: string;
          id: number;
          name: string | null;
        };
        Insert: {
          beds?: number | null;
          camp: string;
          id?: number;
          name?: string | null;
        };
        Update: {
          beds?: number | null;
          camp?: string;
          id?: number;
          name?: string | null;
        };
        Relationships: [];
      };
      journeys: {
        Row: {
          deputy_id: number | null;
          id: number;
          leader_id: number;
          title: string;
        };
        Insert: {
          deputy_id?: number | null;
          id: number;
          leader_id: number;
          title: string;
        };
        Update: {
          deputy_id?: number | null;
          id?: number;
          leader_id?: number;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'journeys_deputy';
            columns: ['deputy_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'journeys_deputy';
            columns: ['deputy_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'journeys_leader';
            columns: ['leader_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'journeys_leader';
            columns: ['leader_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
        ];
      };
      lodges: {
        Row: {
          id: number;
        };
        Insert: {
          id: number;
        };
        Update: {
          id?: number;
        };
        Relationships: [];
      };
      notes: {
        Row: {
          body: string | null;
          climber_id: number | null;
          id: number;
          loud: string | null;
          slug: string;
          stars: number | null;
        };
        Insert: {
          body?: string | null;
          climber_id?: number | null;
          id?: number;
          loud?: never;
          slug: string;
          stars?: number | null;
        };
        Update: {
          body?: string | null;
          climber_id?: number | null;
          id?: number;
          loud?: never;
          slug?: string;
          stars?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'notes_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notes_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
        ];
      };
      packing: {
        Row: {
          amount: number;
          item: string;
          trip: string;
        };
        Insert: {
          amount?: number;
          item: string;
          trip: string;
        };
        Update: {
          amount?: number;
          item?: string;
          trip?: string;
        };
        Relationships: [];
      };
      passports: {
        Row: {
          climber_id: number;
          number: string;
        };
        Insert: {
          climber_id: number;
          number: string;
        };
        Update: {
          climber_id?: number;
          number?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passports_climber_id_fkey';
            columns: ['climber_id'];
            isOneToOne: true;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
        ];
      };
      peaks: {
        Row: {
          country: string;
          height: number;
          name: string;
          story: string;
        };
        Insert: {
          country: string;
          height: number;
          name: string;
          story: string;
        };
        Update: {
          country?: string;
          height?: number;
          name?: string;
          story?: string;
        };
        Relationships: [];
      };
      tents: {
        Row: {
          camp: string;
          code: string | null;
          gear: Json | null;
          id: number;
          name: string | null;
          note: string | null;
          open: boolean | null;
          owner: string | null;
          pitched: string | null;
          places: number | null;
          price: number | null;
          stamp: string | null;
          standing: Database['public']['Enums']['standing'] | null;
          tags: string[] | null;
        };
        Insert: {
          camp: string;
          code?: string | null;
          gear?: Json | null;
          id?: number;
          name?: string | null;
          note?: string | null;
          open?: boolean | null;
          owner?: string | null;
          pitched?: string | null;
          places?: number | null;
          price?: number | null;
          stamp?: string | null;
          standing?: Database['public']['Enums']['standing'] | null;
          tags?: string[] | null;
        };
        Update: {
          camp?: string;
          code?: string | null;
          gear?: Json | null;
          id?: number;
          name?: string | null;
          note?: string | null;
          open?: boolean | null;
          owner?: string | null;
          pitched?: string | null;
          places?: number | null;
          price?: number | null;
          stamp?: string | null;
          standing?: Database['public']['Enums']['standing'] | null;
          tags?: string[] | null;
        };
        Relationships: [];
      };
    };
    Views: {
      active_climbers: {
        Row: {
          club_id: number | null;
          id: number | null;
          mentor_id: number | null;
          name: string | null;
        };
        Insert: {
          club_id?: number | null;
          id?: number | null;
          mentor_id?: number | null;
          name?: string | null;
        };
        Update: {
          club_id?: number | null;
          id?: number | null;
          mentor_id?: number | null;
          name?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'climbers_club_id_fkey';
            columns: ['club_id'];
            isOneToOne: false;
            referencedRelation: 'clubs';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'active_climbers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'climbers_mentor';
            columns: ['mentor_id'];
            isOneToOne: false;
            referencedRelation: 'climbers';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: {
      add: {
        Args: {
          a: number;
          b?: number;
        };
        Returns: number;
      };
      best_ascent: {
        Args: {
          '': Database['public']['Tables']['climbers']['Row'];
        };
        Returns: Database['public']['Tables']['ascents']['Row'];
        SetofOptions: {
          from: 'climbers';
          to: 'ascents';
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      climbers_of: {
        Args: {
          club: number;
        };
        Returns: Database['public']['Tables']['climbers']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'climbers';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      countries: {
        Args: never;
        Returns: string[];
      };
      drop_notes: {
        Args: {
          like_slug: string;
        };
        Returns: Database['public']['Tables']['notes']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'notes';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      echo: {
        Args: {
          '': Json;
        };
        Returns: Json;
      };
      follow_lodges: {
        Args: {
          follow: boolean;
        };
        Returns: undefined;
      };
      headers: {
        Args: never;
        Returns: Json;
      };
      keys_of: {
        Args: {
          thing: Json;
        };
        Returns: string[];
      };
      measure:
        | {
            Args: {
              length: number;
            };
            Returns: string;
          }
        | {
            Args: {
              length: number;
              width: number;
            };
            Returns: string;
          };
      nothing: {
        Args: never;
        Returns: undefined;
      };
      open_rooms: {
        Args: never;
        Returns: undefined;
      };
      pause: {
        Args: {
          seconds: number;
        };
        Returns: undefined;
      };
      pauses: {
        Args: never;
        Returns: number;
      };
      pupils: {
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
      refuse: {
        Args: never;
        Returns: undefined;
      };
      split: {
        Args: {
          whole: number;
        };
        Returns: {
          half: number;
          rest: number;
        };
      };
      standing_of: {
        Args: {
          wanted: string;
        };
        Returns: Database['public']['Enums']['standing'];
      };
      sum_all: {
        Args: {
          numbers: number[];
        };
        Returns: number;
      };
      tally: {
        Args: never;
        Returns: {
          ascents: number;
          country: string;
        }[];
      };
      teapot: {
        Args: never;
        Returns: string;
      };
      tell: {
        Args: {
          event: string;
          payload: Json;
          private: boolean;
          topic: string;
        };
        Returns: undefined;
      };
      tell_bytes: {
        Args: {
          event: string;
          payload: string;
          private: boolean;
          topic: string;
        };
        Returns: undefined;
      };
      the_climber: {
        Args: {
          wanted: number;
        };
        Returns: Database['public']['Tables']['climbers']['Row'];
        SetofOptions: {
          from: '*';
          to: 'climbers';
          isOneToOne: false;
          isSetofReturn: false;
        };
      };
      total: {
        Args: {
          amounts: number[];
        };
        Returns: number;
      };
      whoami: {
        Args: never;
        Returns: string;
      };
      write_note: {
        Args: {
          slug: string;
        };
        Returns: Database['public']['Tables']['notes']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'notes';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
    };
    Enums: {
      standing: 'active' | 'resting' | 'retired';
    };
    CompositeTypes: {
      spot: {
        lat: number | null;
        lon: number | null;
      };
    };
  };
  personal: {
    Tables: {
      bivouacs: {
        Row: {
          camp: string;
          id: number;
        };
        Insert: {
          camp: string;
          id: number;
        };
        Update: {
          camp?: string;
          id?: number;
        };
        Relationships: [];
      };
      climbers: {
        Row: {
          id: number;
          nickname: string;
        };
        Insert: {
          id: number;
          nickname: string;
        };
        Update: {
          id?: number;
          nickname?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      greet: {
        Args: never;
        Returns: string;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
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
