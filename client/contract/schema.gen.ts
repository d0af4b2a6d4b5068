export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "14.12"
  }
  personal: {
    Tables: {
      bivouacs: {
        Row: {
          camp: string
          id: number
        }
        Insert: {
          camp: string
          id: number
        }
        Update: {
          camp?: string
          id?: number
        }
        Relationships: []
      }
      climbers: {
        Row: {
          id: number
          nickname: string
        }
        Insert: {
          id: number
          nickname: string
        }
        Update: {
          id?: number
          nickname?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      greet: { Args: Record<PropertyKey, never>; Returns: string }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
  public: {
    Tables: {
      ascents: {
        Row: {
          climber_id: number
          country: string
          height: number
          hours: number
          year: number
        }
        Insert: {
          climber_id: number
          country: string
          height: number
          hours: number
          year: number
        }
        Update: {
          climber_id?: number
          country?: string
          height?: number
          hours?: number
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: "ascents_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ascents_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "ascents_peak"
            columns: ["country", "height"]
            isOneToOne: false
            referencedRelation: "peaks"
            referencedColumns: ["country", "height"]
          },
        ]
      }
      beacons: {
        Row: {
          id: number
          lit: boolean
          room: string
        }
        Insert: {
          id: number
          lit?: boolean
          room: string
        }
        Update: {
          id?: number
          lit?: boolean
          room?: string
        }
        Relationships: []
      }
      climbers: {
        Row: {
          born: string | null
          camps: unknown
          club_id: number | null
          data: Json | null
          guide: boolean | null
          height: number | null
          home: Database["public"]["CompositeTypes"]["spot"] | null
          id: number
          mentor_id: number | null
          motto: unknown
          name: string
          scores: number[] | null
          season: unknown
          standing: Database["public"]["Enums"]["standing"]
          tags: string[] | null
          best_ascent: {
            climber_id: number
            country: string
            height: number
            hours: number
            year: number
          } | null
          label: string | null
          pupils: {
            born: string | null
            camps: unknown
            club_id: number | null
            data: Json | null
            guide: boolean | null
            height: number | null
            home: Database["public"]["CompositeTypes"]["spot"] | null
            id: number
            mentor_id: number | null
            motto: unknown
            name: string
            scores: number[] | null
            season: unknown
            standing: Database["public"]["Enums"]["standing"]
            tags: string[] | null
          } | null
        }
        Insert: {
          born?: string | null
          camps?: unknown
          club_id?: number | null
          data?: Json | null
          guide?: boolean | null
          height?: number | null
          home?: Database["public"]["CompositeTypes"]["spot"] | null
          id: number
          mentor_id?: number | null
          motto?: unknown
          name: string
          scores?: number[] | null
          season?: unknown
          standing?: Database["public"]["Enums"]["standing"]
          tags?: string[] | null
        }
        Update: {
          born?: string | null
          camps?: unknown
          club_id?: number | null
          data?: Json | null
          guide?: boolean | null
          height?: number | null
          home?: Database["public"]["CompositeTypes"]["spot"] | null
          id?: number
          mentor_id?: number | null
          motto?: unknown
          name?: string
          scores?: number[] | null
          season?: unknown
          standing?: Database["public"]["Enums"]["standing"]
          tags?: string[] | null
        }
        Relationships: [
          {
            foreignKeyName: "climbers_club_id_fkey"
            columns: ["club_id"]
            isOneToOne: false
            referencedRelation: "clubs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "climbers_mentor"
            columns: ["mentor_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "climbers_mentor"
            columns: ["mentor_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
        ]
      }
      clubs: {
        Row: {
          id: number
          name: string
        }
        Insert: {
          id: number
          name: string
        }
        Update: {
          id?: number
          name?: string
        }
        Relationships: []
      }
      diaries: {
        Row: {
          entry: string
          id: number
          owner: string
        }
        Insert: {
          entry: string
          id?: never
          owner?: string
        }
        Update: {
          entry?: string
          id?: never
          owner?: string
        }
        Relationships: []
      }
      huts: {
        Row: {
          beds: number | null
          camp: string
          id: number
          name: string | null
        }
        Insert: {
          beds?: number | null
          camp: string
          id?: number
          name?: string | null
        }
        Update: {
          beds?: number | null
          camp?: string
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      journeys: {
        Row: {
          deputy_id: number | null
          id: number
          leader_id: number
          title: string
        }
        Insert: {
          deputy_id?: number | null
          id: number
          leader_id: number
          title: string
        }
        Update: {
          deputy_id?: number | null
          id?: number
          leader_id?: number
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "journeys_deputy"
            columns: ["deputy_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "journeys_deputy"
            columns: ["deputy_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "journeys_leader"
            columns: ["leader_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "journeys_leader"
            columns: ["leader_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
        ]
      }
      lodges: {
        Row: {
          id: number
        }
        Insert: {
          id: number
        }
        Update: {
          id?: number
        }
        Relationships: []
      }
      notes: {
        Row: {
          body: string | null
          climber_id: number | null
          id: number
          loud: string | null
          slug: string
          stars: number | null
        }
        Insert: {
          body?: string | null
          climber_id?: number | null
          id?: number
          loud?: never
          slug: string
          stars?: number | null
        }
        Update: {
          body?: string | null
          climber_id?: number | null
          id?: number
          loud?: never
          slug?: string
          stars?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "notes_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notes_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
        ]
      }
      packing: {
        Row: {
          amount: number
          item: string
          trip: string
        }
        Insert: {
          amount?: number
          item: string
          trip: string
        }
        Update: {
          amount?: number
          item?: string
          trip?: string
        }
        Relationships: []
      }
      passports: {
        Row: {
          climber_id: number
          number: string
        }
        Insert: {
          climber_id: number
          number: string
        }
        Update: {
          climber_id?: number
          number?: string
        }
        Relationships: [
          {
            foreignKeyName: "passports_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: true
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "passports_climber_id_fkey"
            columns: ["climber_id"]
            isOneToOne: true
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
        ]
      }
      peaks: {
        Row: {
          country: string
          height: number
          name: string
          story: string
        }
        Insert: {
          country: string
          height: number
          name: string
          story: string
        }
        Update: {
          country?: string
          height?: number
          name?: string
          story?: string
        }
        Relationships: []
      }
      tents: {
        Row: {
          camp: string
          code: string | null
          gear: Json | null
          id: number
          name: string | null
          note: string | null
          open: boolean | null
          owner: string | null
          pitched: string | null
          places: number | null
          price: number | null
          stamp: string | null
          standing: Database["public"]["Enums"]["standing"] | null
          tags: string[] | null
        }
        Insert: {
          camp: string
          code?: string | null
          gear?: Json | null
          id?: number
          name?: string | null
          note?: string | null
          open?: boolean | null
          owner?: string | null
          pitched?: string | null
          places?: number | null
          price?: number | null
          stamp?: string | null
          standing?: Database["public"]["Enums"]["standing"] | null
          tags?: string[] | null
        }
        Update: {
          camp?: string
          code?: string | null
          gear?: Json | null
          id?: number
          name?: string | null
          note?: string | null
          open?: boolean | null
          owner?: string | null
          pitched?: string | null
          places?: number | null
          price?: number | null
          stamp?: string | null
          standing?: Database["public"]["Enums"]["standing"] | null
          tags?: string[] | null
        }
        Relationships: []
      }
    }
    Views: {
      active_climbers: {
        Row: {
          club_id: number | null
          id: number | null
          mentor_id: number | null
          name: string | null
        }
        Insert: {
          club_id?: number | null
          id?: number | null
          mentor_id?: number | null
          name?: string | null
        }
        Update: {
          club_id?: number | null
          id?: number | null
          mentor_id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "climbers_club_id_fkey"
            columns: ["club_id"]
            isOneToOne: false
            referencedRelation: "clubs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "climbers_mentor"
            columns: ["mentor_id"]
            isOneToOne: false
            referencedRelation: "active_climbers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "climbers_mentor"
            columns: ["mentor_id"]
            isOneToOne: false
            referencedRelation: "climbers"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      add: { Args: { a: number; b?: number }; Returns: number }
      best_ascent: {
        Args: { "": Database["public"]["Tables"]["climbers"]["Row"] }
        Returns: {
          climber_id: number
          country: string
          height: number
          hours: number
          year: number
        }
        SetofOptions: {
          from: "climbers"
          to: "ascents"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      climbers_of: {
        Args: { club: number }
        Returns: {
          born: string | null
          camps: unknown
          club_id: number | null
          data: Json | null
          guide: boolean | null
          height: number | null
          home: Database["public"]["CompositeTypes"]["spot"] | null
          id: number
          mentor_id: number | null
          motto: unknown
          name: string
          scores: number[] | null
          season: unknown
          standing: Database["public"]["Enums"]["standing"]
          tags: string[] | null
        }[]
        SetofOptions: {
          from: "*"
          to: "climbers"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      countries: { Args: Record<PropertyKey, never>; Returns: string[] }
      drop_notes: {
        Args: { like_slug: string }
        Returns: {
          body: string | null
          climber_id: number | null
          id: number
          loud: string | null
          slug: string
          stars: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "notes"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      echo: { Args: { "": Json }; Returns: Json }
      follow_lodges: { Args: { follow: boolean }; Returns: undefined }
      headers: { Args: Record<PropertyKey, never>; Returns: Json }
      keys_of: { Args: { thing: Json }; Returns: string[] }
      label: {
        Args: { "": Database["public"]["Tables"]["climbers"]["Row"] }
        Returns: {
          error: true
        } & "the function public.label with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      measure:
        | { Args: { length: number }; Returns: string }
        | { Args: { length: number; width: number }; Returns: string }
      nothing: { Args: Record<PropertyKey, never>; Returns: undefined }
      open_buckets: { Args: Record<PropertyKey, never>; Returns: undefined }
      open_rooms: { Args: Record<PropertyKey, never>; Returns: undefined }
      pause: { Args: { seconds: number }; Returns: undefined }
      pauses: { Args: Record<PropertyKey, never>; Returns: number }
      pupils: {
        Args: { "": Database["public"]["Tables"]["climbers"]["Row"] }
        Returns: {
          born: string | null
          camps: unknown
          club_id: number | null
          data: Json | null
          guide: boolean | null
          height: number | null
          home: Database["public"]["CompositeTypes"]["spot"] | null
          id: number
          mentor_id: number | null
          motto: unknown
          name: string
          scores: number[] | null
          season: unknown
          standing: Database["public"]["Enums"]["standing"]
          tags: string[] | null
        }[]
        SetofOptions: {
          from: "climbers"
          to: "climbers"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      refuse: { Args: Record<PropertyKey, never>; Returns: undefined }
      split: { Args: { whole: number }; Returns: Record<string, unknown> }
      standing_of: {
        Args: { wanted: string }
        Returns: Database["public"]["Enums"]["standing"]
      }
      sum_all: { Args: { numbers: number[] }; Returns: number }
      tally: {
        Args: Record<PropertyKey, never>
        Returns: {
          ascents: number
          country: string
        }[]
      }
      teapot: { Args: Record<PropertyKey, never>; Returns: string }
      tell: {
        Args: { event: string; payload: Json; private: boolean; topic: string }
        Returns: undefined
      }
      tell_bytes: {
        Args: {
          event: string
          payload: string
          private: boolean
          topic: string
        }
        Returns: undefined
      }
      the_climber: {
        Args: { wanted: number }
        Returns: {
          born: string | null
          camps: unknown
          club_id: number | null
          data: Json | null
          guide: boolean | null
          height: number | null
          home: Database["public"]["CompositeTypes"]["spot"] | null
          id: number
          mentor_id: number | null
          motto: unknown
          name: string
          scores: number[] | null
          season: unknown
          standing: Database["public"]["Enums"]["standing"]
          tags: string[] | null
        }
        SetofOptions: {
          from: "*"
          to: "climbers"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      total: { Args: { amounts: number[] }; Returns: number }
      whoami: { Args: Record<PropertyKey, never>; Returns: string }
      write_note: {
        Args: { slug: string }
        Returns: {
          body: string | null
          climber_id: number | null
          id: number
          loud: string | null
          slug: string
          stars: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "notes"
          isOneToOne: false
          isSetofReturn: true
        }
      }
    }
    Enums: {
      standing: "active" | "resting" | "retired"
    }
    CompositeTypes: {
      spot: {
        lat: number | null
        lon: number | null
      }
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  personal: {
    Enums: {},
  },
  public: {
    Enums: {
      standing: ["active", "resting", "retired"],
    },
  },
} as const
