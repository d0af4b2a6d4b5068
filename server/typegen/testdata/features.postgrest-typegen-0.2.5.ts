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
  nothing: {
    Tables: {
      [_ in never]: never
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      [_ in never]: never
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
      _underscored: {
        Row: {
          id: number | null
        }
        Insert: {
          id?: number | null
        }
        Update: {
          id?: number | null
        }
        Relationships: []
      }
      a_relation_with_a_name_of_nearly_the_longest_length_that_there: {
        Row: {
          a_column_with_a_name_of_nearly_the_longest_length_that_there_is: number
          a_column_with_a_name_of_nearly_the_longest_length_that_there_jn: NonNullable<Json>
          a_column_with_a_name_of_nearly_the_longest_length_that_there_js: Json | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_m:
            | Database["public"]["Enums"]["mood"]
            | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_t:
            | string[]
            | null
          e:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
          e1: Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
          ea:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"][]
            | null
        }
        Insert: {
          a_column_with_a_name_of_nearly_the_longest_length_that_there_is: number
          a_column_with_a_name_of_nearly_the_longest_length_that_there_jn: NonNullable<Json>
          a_column_with_a_name_of_nearly_the_longest_length_that_there_js?: Json | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_m?:
            | Database["public"]["Enums"]["mood"]
            | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_t?:
            | string[]
            | null
          e?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
          e1: Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
          ea?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"][]
            | null
        }
        Update: {
          a_column_with_a_name_of_nearly_the_longest_length_that_there_is?: number
          a_column_with_a_name_of_nearly_the_longest_length_that_there_jn?: NonNullable<Json>
          a_column_with_a_name_of_nearly_the_longest_length_that_there_js?: Json | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_m?:
            | Database["public"]["Enums"]["mood"]
            | null
          a_column_with_a_name_of_nearly_the_longest_length_that_there_t?:
            | string[]
            | null
          e?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
          e1?: Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
          ea?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"][]
            | null
        }
        Relationships: []
      }
      inherited: {
        Row: {
          code: string | null
          extra: number | null
          id: number
          name: string
          "parent team": number | null
          region: string | null
        }
        Insert: {
          code?: string | null
          extra?: number | null
          id: number
          name: string
          "parent team"?: number | null
          region?: string | null
        }
        Update: {
          code?: string | null
          extra?: number | null
          id?: number
          name?: string
          "parent team"?: number | null
          region?: string | null
        }
        Relationships: []
      }
      kinds: {
        Row: {
          a: Database["public"]["CompositeTypes"]["address"] | null
          aa: Database["public"]["CompositeTypes"]["address"][]
          b: boolean | null
          bi: unknown
          bytes: string | null
          ch: string | null
          ci: unknown
          d: string | null
          dm: Database["public"]["Enums"]["mood"][] | null
          dp: Database["public"]["CompositeTypes"]["address"] | null
          dr: string
          e: unknown
          f4: number | null
          f8: number | null
          fr: unknown
          hg:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
          hga:
            | (
                | "distinguished service"
                | "meritorious service"
                | "long and faithful service"
              )[]
            | null
          hl: "low" | "high" | null
          hla: ("low" | "high")[] | null
          hp: unknown
          i2: number | null
          i4: number | null
          i8: number | null
          ia: number[] | null
          iaa: number[]
          ip: unknown
          iv: string | null
          j: Json | null
          j1: NonNullable<Json>
          jb: Json | null
          jb1: NonNullable<Json>
          jp: unknown
          js: Json[]
          m: Database["public"]["Enums"]["mood"] | null
          m1: Database["public"]["Enums"]["mood"]
          ma: Database["public"]["Enums"]["mood"][] | null
          ma1: Database["public"]["Enums"]["mood"][]
          mo: unknown
          mr: unknown
          n: number | null
          nm: unknown
          o: unknown
          oe: Database["public"]["Enums"]["Odd enum"] | null
          om: Database["sales"]["Enums"]["mood"] | null
          oma: Database["sales"]["Enums"]["mood"][]
          one: unknown
          po: unknown
          po1: number
          pos: unknown[] | null
          r: unknown
          ra: unknown[] | null
          rc: unknown
          s: Database["public"]["Enums"]["single"]
          sa: Database["public"]["Enums"]["single"][] | null
          sm: unknown
          t: string | null
          ta: string[]
          ta0: string[] | null
          ti: string | null
          tr: Database["public"]["CompositeTypes"]["trip"]
          ts: string | null
          tsz: string | null
          tv: unknown
          tz: string | null
          u: string | null
          vc: string | null
          w: Database["public"]["Enums"]["weekday"] | null
          wa: Database["public"]["Enums"]["weekday"][] | null
          x: unknown
          full_name: string | null
        }
        Insert: {
          a?: Database["public"]["CompositeTypes"]["address"] | null
          aa: Database["public"]["CompositeTypes"]["address"][]
          b?: boolean | null
          bi?: unknown
          bytes?: string | null
          ch?: string | null
          ci?: unknown
          d?: string | null
          dm?: Database["public"]["Enums"]["mood"][] | null
          dp?: Database["public"]["CompositeTypes"]["address"] | null
          dr: string
          e?: unknown
          f4?: number | null
          f8?: number | null
          fr?: unknown
          hg:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
          hga?:
            | (
                | "distinguished service"
                | "meritorious service"
                | "long and faithful service"
              )[]
            | null
          hl?: "low" | "high" | null
          hla?: ("low" | "high")[] | null
          hp?: unknown
          i2?: number | null
          i4?: number | null
          i8?: number | null
          ia?: number[] | null
          iaa: number[]
          ip?: unknown
          iv?: string | null
          j?: Json | null
          j1: NonNullable<Json>
          jb?: Json | null
          jb1?: NonNullable<Json>
          jp?: unknown
          js: Json[]
          m?: Database["public"]["Enums"]["mood"] | null
          m1?: Database["public"]["Enums"]["mood"]
          ma?: Database["public"]["Enums"]["mood"][] | null
          ma1: Database["public"]["Enums"]["mood"][]
          mo?: unknown
          mr?: unknown
          n?: number | null
          nm?: unknown
          o?: unknown
          oe?: Database["public"]["Enums"]["Odd enum"] | null
          om?: Database["sales"]["Enums"]["mood"] | null
          oma: Database["sales"]["Enums"]["mood"][]
          one?: unknown
          po?: unknown
          po1: number
          pos?: unknown[] | null
          r?: unknown
          ra?: unknown[] | null
          rc?: unknown
          s: Database["public"]["Enums"]["single"]
          sa?: Database["public"]["Enums"]["single"][] | null
          sm?: unknown
          t?: string | null
          ta?: string[]
          ta0?: string[] | null
          ti?: string | null
          tr: Database["public"]["CompositeTypes"]["trip"]
          ts?: string | null
          tsz?: string | null
          tv?: unknown
          tz?: string | null
          u?: string | null
          vc?: string | null
          w?: Database["public"]["Enums"]["weekday"] | null
          wa?: Database["public"]["Enums"]["weekday"][] | null
          x?: unknown
        }
        Update: {
          a?: Database["public"]["CompositeTypes"]["address"] | null
          aa?: Database["public"]["CompositeTypes"]["address"][]
          b?: boolean | null
          bi?: unknown
          bytes?: string | null
          ch?: string | null
          ci?: unknown
          d?: string | null
          dm?: Database["public"]["Enums"]["mood"][] | null
          dp?: Database["public"]["CompositeTypes"]["address"] | null
          dr?: string
          e?: unknown
          f4?: number | null
          f8?: number | null
          fr?: unknown
          hg?:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
          hga?:
            | (
                | "distinguished service"
                | "meritorious service"
                | "long and faithful service"
              )[]
            | null
          hl?: "low" | "high" | null
          hla?: ("low" | "high")[] | null
          hp?: unknown
          i2?: number | null
          i4?: number | null
          i8?: number | null
          ia?: number[] | null
          iaa?: number[]
          ip?: unknown
          iv?: string | null
          j?: Json | null
          j1?: NonNullable<Json>
          jb?: Json | null
          jb1?: NonNullable<Json>
          jp?: unknown
          js?: Json[]
          m?: Database["public"]["Enums"]["mood"] | null
          m1?: Database["public"]["Enums"]["mood"]
          ma?: Database["public"]["Enums"]["mood"][] | null
          ma1?: Database["public"]["Enums"]["mood"][]
          mo?: unknown
          mr?: unknown
          n?: number | null
          nm?: unknown
          o?: unknown
          oe?: Database["public"]["Enums"]["Odd enum"] | null
          om?: Database["sales"]["Enums"]["mood"] | null
          oma?: Database["sales"]["Enums"]["mood"][]
          one?: unknown
          po?: unknown
          po1?: number
          pos?: unknown[] | null
          r?: unknown
          ra?: unknown[] | null
          rc?: unknown
          s?: Database["public"]["Enums"]["single"]
          sa?: Database["public"]["Enums"]["single"][] | null
          sm?: unknown
          t?: string | null
          ta?: string[]
          ta0?: string[] | null
          ti?: string | null
          tr?: Database["public"]["CompositeTypes"]["trip"]
          ts?: string | null
          tsz?: string | null
          tv?: unknown
          tz?: string | null
          u?: string | null
          vc?: string | null
          w?: Database["public"]["Enums"]["weekday"] | null
          wa?: Database["public"]["Enums"]["weekday"][] | null
          x?: unknown
        }
        Relationships: []
      }
      lines: {
        Row: {
          line: string | null
          number: number
          line_label: string | null
        }
        Insert: {
          line?: string | null
          number: number
        }
        Update: {
          line?: string | null
          number?: number
        }
        Relationships: []
      }
      long_references: {
        Row: {
          a: number | null
          b:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
        }
        Insert: {
          a?: number | null
          b?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
        }
        Update: {
          a?: number | null
          b?:
            | Database["public"]["Enums"]["an_enumeration_with_a_name_of_nearly_the_longest_length_it_has"]
            | null
        }
        Relationships: [
          {
            foreignKeyName: "a_key_with_a_name_of_nearly_the_longest_length_that_there_is_"
            columns: ["b", "a"]
            isOneToOne: false
            referencedRelation: "a_relation_with_a_name_of_nearly_the_longest_length_that_there"
            referencedColumns: [
              "e1",
              "a_column_with_a_name_of_nearly_the_longest_length_that_there_is",
            ]
          },
        ]
      }
      measures: {
        Row: {
          at: string
          team_id: number | null
          value: number | null
        }
        Insert: {
          at: string
          team_id?: number | null
          value?: number | null
        }
        Update: {
          at?: string
          team_id?: number | null
          value?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "measures_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "measures_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "measures_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "measures_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      measures_2026: {
        Row: {
          at: string
          team_id: number | null
          value: number | null
        }
        Insert: {
          at: string
          team_id?: number | null
          value?: number | null
        }
        Update: {
          at?: string
          team_id?: number | null
          value?: number | null
        }
        Relationships: []
      }
      'Odd "table" name': {
        Row: {
          _a: number | null
          "😀": number | null
          $a: string | null
          "01": number | null
          "1": number | null
          "1.5": number | null
          a: number | null
          A: number | null
          a_b: number | null
          "a-b": number
          "a'b": number | null
          'a"b': number | null
          "a\\b": number | null
          a1: number | null
          a10: number | null
          a2: number | null
          constructor: number | null
          default: number | null
          été: string | null
          new: number | null
          "two words": number | null
          Ünï: string | null
          اسم: string | null
          日本: string | null
          odd_number: number | null
          "of odd": {
            code: string | null
            id: number
            name: string
            "parent team": number | null
            region: string | null
          } | null
        }
        Insert: {
          _a?: number | null
          "😀"?: number | null
          $a?: string | null
          "01"?: number | null
          "1"?: number | null
          "1.5"?: number | null
          a?: number | null
          A?: number | null
          a_b?: number | null
          "a-b": number
          "a'b"?: number | null
          'a"b'?: number | null
          "a\\b"?: number | null
          a1?: number | null
          a10?: number | null
          a2?: number | null
          constructor?: number | null
          default?: number | null
          été?: string | null
          new?: number | null
          "two words"?: number | null
          Ünï?: string | null
          اسم?: string | null
          日本?: string | null
        }
        Update: {
          _a?: number | null
          "😀"?: number | null
          $a?: string | null
          "01"?: number | null
          "1"?: number | null
          "1.5"?: number | null
          a?: number | null
          A?: number | null
          a_b?: number | null
          "a-b"?: number
          "a'b"?: number | null
          'a"b'?: number | null
          "a\\b"?: number | null
          a1?: number | null
          a10?: number | null
          a2?: number | null
          constructor?: number | null
          default?: number | null
          été?: string | null
          new?: number | null
          "two words"?: number | null
          Ünï?: string | null
          اسم?: string | null
          日本?: string | null
        }
        Relationships: []
      }
      of_hidden: {
        Row: {
          row: unknown
          secret_id: number | null
          team: Database["public"]["Tables"]["teams"]["Row"] | null
          teams: Database["public"]["Tables"]["teams"]["Row"][] | null
        }
        Insert: {
          row?: unknown
          secret_id?: number | null
          team?: Database["public"]["Tables"]["teams"]["Row"] | null
          teams?: Database["public"]["Tables"]["teams"]["Row"][] | null
        }
        Update: {
          row?: unknown
          secret_id?: number | null
          team?: Database["public"]["Tables"]["teams"]["Row"] | null
          teams?: Database["public"]["Tables"]["teams"]["Row"][] | null
        }
        Relationships: []
      }
      profiles: {
        Row: {
          code: string | null
          indexed_id: number | null
          other_id: number | null
          region: string | null
          team_id: number
        }
        Insert: {
          code?: string | null
          indexed_id?: number | null
          other_id?: number | null
          region?: string | null
          team_id: number
        }
        Update: {
          code?: string | null
          indexed_id?: number | null
          other_id?: number | null
          region?: string | null
          team_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "profiles_code_region_fkey"
            columns: ["code", "region"]
            isOneToOne: true
            referencedRelation: "team_view"
            referencedColumns: ["code", "region"]
          },
          {
            foreignKeyName: "profiles_code_region_fkey"
            columns: ["code", "region"]
            isOneToOne: true
            referencedRelation: "teams"
            referencedColumns: ["code", "region"]
          },
          {
            foreignKeyName: "profiles_indexed_id_fkey"
            columns: ["indexed_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_indexed_id_fkey"
            columns: ["indexed_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "profiles_indexed_id_fkey"
            columns: ["indexed_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_indexed_id_fkey"
            columns: ["indexed_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_other_id_fkey"
            columns: ["other_id"]
            isOneToOne: true
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_other_id_fkey"
            columns: ["other_id"]
            isOneToOne: true
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "profiles_other_id_fkey"
            columns: ["other_id"]
            isOneToOne: true
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_other_id_fkey"
            columns: ["other_id"]
            isOneToOne: true
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: true
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: true
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "profiles_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: true
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profiles_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: true
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped"
            columns: ["region", "code"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["region", "code"]
          },
          {
            foreignKeyName: "swapped"
            columns: ["region", "code"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["region", "code"]
          },
        ]
      }
      teams: {
        Row: {
          code: string | null
          id: number
          name: string
          "parent team": number | null
          region: string | null
          full_name: string | null
        }
        Insert: {
          code?: string | null
          id: number
          name: string
          "parent team"?: number | null
          region?: string | null
        }
        Update: {
          code?: string | null
          id?: number
          name?: string
          "parent team"?: number | null
          region?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent team"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent team"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent team"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent team"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      todos: {
        Row: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
          address_of: Database["public"]["CompositeTypes"]["address"] | null
          data: Json | null
          full_name: string | null
          hidden_grade:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
            | null
          label: string | null
          label_set: string | null
          labels: string[] | null
          named_label: Database["public"]["Enums"]["mood"] | null
          shape: unknown
          siblings: {
            code: string | null
            done: boolean
            id: number
            note: Json | null
            nothing: string | null
            rank: number
            region: string | null
            serial: number
            team_id: number
            title: string
            upper_title: string | null
            virt: number | null
            "wide name": number | null
            "Wide name": number | null
            x: string[]
          } | null
          table_of: {
            a: number
            b: string
          } | null
          team: {
            code: string | null
            id: number
            name: string
            "parent team": number | null
            region: string | null
          } | null
          team_of: {
            code: string | null
            id: number
            name: string
            "parent team": number | null
            region: string | null
          } | null
        }
        Insert: {
          code?: string | null
          done?: boolean
          id?: never
          note?: Json | null
          nothing?: string | null
          rank?: number
          region?: string | null
          serial?: number
          team_id: number
          title: string
          upper_title?: never
          virt?: number | null
          "wide name"?: number | null
          "Wide name"?: number | null
          x?: string[]
        }
        Update: {
          code?: string | null
          done?: boolean
          id?: never
          note?: Json | null
          nothing?: string | null
          rank?: number
          region?: string | null
          serial?: number
          team_id?: number
          title?: string
          upper_title?: never
          virt?: number | null
          "wide name"?: number | null
          "Wide name"?: number | null
          x?: string[]
        }
        Relationships: [
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_region_code_fkey"
            columns: ["region", "code"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["region", "code"]
          },
          {
            foreignKeyName: "todos_region_code_fkey"
            columns: ["region", "code"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["region", "code"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      without_columns: {
        Row: {}
        Insert: {}
        Update: {}
        Relationships: []
      }
    }
    Views: {
      by_both: {
        Row: {
          data: Json | null
          id: number | null
        }
        Insert: {
          data?: Json | null
          id?: number | null
        }
        Update: {
          data?: Json | null
          id?: number | null
        }
        Relationships: []
      }
      by_conditional_rule: {
        Row: {
          id: number | null
        }
        Relationships: []
      }
      by_delete_trigger: {
        Row: {
          id: number | null
        }
        Relationships: []
      }
      by_rule: {
        Row: {
          id: number | null
          name: string | null
        }
        Insert: {
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      by_rule_also: {
        Row: {
          id: number | null
        }
        Insert: {
          id?: number | null
        }
        Update: {
          id?: number | null
        }
        Relationships: []
      }
      by_trigger: {
        Row: {
          id: number | null
          name: string | null
        }
        Insert: {
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      by_update_trigger: {
        Row: {
          id: number | null
          name: string | null
        }
        Update: {
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      counted: {
        Row: {
          n: number | null
          team_id: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      half_key: {
        Row: {
          region: string | null
        }
        Insert: {
          region?: string | null
        }
        Update: {
          region?: string | null
        }
        Relationships: []
      }
      joined: {
        Row: {
          id: number | null
          name: string | null
          team_id: number | null
          title: string | null
        }
        Relationships: []
      }
      kept: {
        Row: {
          id: number | null
          note: Json | null
          team_id: number | null
          kept_label: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      no_columns: {
        Row: {}
        Relationships: []
      }
      over_hidden: {
        Row: {
          id: number | null
          team_id: number | null
        }
        Insert: {
          id?: number | null
          team_id?: number | null
        }
        Update: {
          id?: number | null
          team_id?: number | null
        }
        Relationships: []
      }
      over_view: {
        Row: {
          team: number | null
          team_again: number | null
          todo: number | null
        }
        Insert: {
          team?: number | null
          team_again?: number | null
          todo?: number | null
        }
        Update: {
          team?: number | null
          team_again?: number | null
          todo?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'named "key"'
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_again"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      simple: {
        Row: {
          id: number | null
          shout: string | null
          team_id: number | null
          title: string | null
          upper_title: string | null
          view_label: string | null
        }
        Insert: {
          id?: number | null
          shout?: never
          team_id?: number | null
          title?: string | null
          upper_title?: string | null
        }
        Update: {
          id?: number | null
          shout?: never
          team_id?: number | null
          title?: string | null
          upper_title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: 'named "key"'
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "todos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
      team_view: {
        Row: {
          code: string | null
          id: number | null
          name: string | null
          parent: number | null
          region: string | null
        }
        Insert: {
          code?: string | null
          id?: number | null
          name?: string | null
          parent?: number | null
          region?: string | null
        }
        Update: {
          code?: string | null
          id?: number | null
          name?: string | null
          parent?: number | null
          region?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "by_rule_also"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "joined"
            referencedColumns: ["team_id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "teams_parent team_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      a_long_argument: {
        Args: {
          a:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
        }
        Returns:
          | "distinguished service"
          | "meritorious service"
          | "long and faithful service"
      }
      a_long_name_in_arguments: {
        Args: {
          a: Database["public"]["Tables"]["a_relation_with_a_name_of_nearly_the_longest_length_that_there"]["Row"]
          b: number
        }
        Returns: undefined
      }
      a_record: { Args: { a: number }; Returns: Record<string, unknown> }
      add: { Args: { a: number; b?: number }; Returns: number }
      address_of: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: Database["public"]["CompositeTypes"]["address"]
        SetofOptions: {
          from: "todos"
          to: "address"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      addresses: {
        Args: { a: Database["public"]["CompositeTypes"]["address"] }
        Returns: Database["public"]["CompositeTypes"]["address"][]
        SetofOptions: {
          from: "address"
          to: "address"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      an_address: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["CompositeTypes"]["address"]
        SetofOptions: {
          from: "*"
          to: "address"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      an_argument: {
        Args: { a_rather_long_name_of_an_argument_of_a_function: number }
        Returns: string
      }
      arrays: {
        Args: {
          a: number[]
          b: Database["public"]["Enums"]["mood"][]
          c: string[]
        }
        Returns: number[]
      }
      as_short_table: {
        Args: Record<PropertyKey, never>
        Returns: {
          n: number
        }[]
      }
      as_table: {
        Args: { a: number }
        Returns: {
          a_b: string
          j: Json
          "Odd column": Database["public"]["Enums"]["mood"][]
          z: number
        }[]
      }
      clash:
        | {
            Args: { a: number }
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: public.clash(a => int4), public.clash(a => text), public.clash(a => mood). Try renaming the parameters or the function itself in the database so function overloading can be resolved"
          }
        | {
            Args: { a: Database["public"]["Enums"]["mood"] }
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: public.clash(a => int4), public.clash(a => text), public.clash(a => mood). Try renaming the parameters or the function itself in the database so function overloading can be resolved"[]
          }
        | {
            Args: { a: string }
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: public.clash(a => int4), public.clash(a => text), public.clash(a => mood). Try renaming the parameters or the function itself in the database so function overloading can be resolved"
          }
        | { Args: { b: number; c: number }; Returns: string }
      data: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.data with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      default_clash:
        | {
            Args: Record<PropertyKey, never>
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: public.default_clash(), public.default_clash( => text). Try renaming the parameters or the function itself in the database so function overloading can be resolved"
          }
        | { Args: { ""?: string }; Returns: string }
      domains: { Args: { a: unknown; b?: unknown }; Returns: unknown }
      enums: {
        Args: {
          a: Database["public"]["Enums"]["mood"]
          b: Database["sales"]["Enums"]["mood"]
          c: "low" | "high"
          d?:
            | "distinguished service"
            | "meritorious service"
            | "long and faithful service"
        }
        Returns: Database["public"]["Enums"]["mood"]
      }
      floatmultirange: { Args: Record<PropertyKey, never>; Returns: unknown }
      full_name:
        | {
            Args: { t: Database["public"]["Tables"]["kinds"]["Row"] }
            Returns: string
          }
        | {
            Args: { "": Database["public"]["Tables"]["teams"]["Row"] }
            Returns: {
              error: true
            } & "the function public.full_name with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
          }
        | {
            Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
            Returns: {
              error: true
            } & "the function public.full_name with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
          }
      hidden_grade: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.hidden_grade with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      hidden_level: {
        Args: Record<PropertyKey, never>
        Returns: "low" | "high"
      }
      hidden_levels: {
        Args: Record<PropertyKey, never>
        Returns: ("low" | "high")[]
      }
      hidden_point: {
        Args: Record<PropertyKey, never>
        Returns: unknown
        SetofOptions: {
          from: "*"
          to: "point"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      hidden_rows: {
        Args: Record<PropertyKey, never>
        Returns: unknown[]
        SetofOptions: {
          from: "*"
          to: "secrets"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      in_and_out: {
        Args: { a: number; c: string }
        Returns: Record<string, unknown>
      }
      json_of: { Args: { body: Json }; Returns: Json }
      kept_label: {
        Args: { "": Database["public"]["Views"]["kept"]["Row"] }
        Returns: {
          error: true
        } & "the function public.kept_label with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      label: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.label with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      label_set: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.label_set with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"[]
      }
      labels: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.labels with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      line_label: {
        Args: { "": Database["public"]["Tables"]["lines"]["Row"] }
        Returns: {
          error: true
        } & "the function public.line_label with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      many_arguments: {
        Args: {
          first_argument: number
          fourth?: number
          second_argument: string
          third_argument: Database["public"]["Enums"]["mood"]
        }
        Returns: string
      }
      measure:
        | {
            Args: Record<PropertyKey, never>
            Returns: {
              code: string | null
              id: number
              name: string
              "parent team": number | null
              region: string | null
            }[]
            SetofOptions: {
              from: "*"
              to: "teams"
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | { Args: { length: number }; Returns: string }
        | { Args: { length: number; width: number }; Returns: number }
      named_label: {
        Args: { todo: Database["public"]["Tables"]["todos"]["Row"] }
        Returns: Database["public"]["Enums"]["mood"]
      }
      no_arguments: { Args: Record<PropertyKey, never>; Returns: number }
      no_column_rows: {
        Args: Record<PropertyKey, never>
        Returns: {}[]
        SetofOptions: {
          from: "*"
          to: "without_columns"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      nothing: { Args: Record<PropertyKey, never>; Returns: undefined }
      numbers: { Args: Record<PropertyKey, never>; Returns: number[] }
      "Odd function": {
        Args: { $b: number; "an argument": number }
        Returns: number
      }
      odd_number: {
        Args: { o: Database["public"]["Tables"]['Odd "table" name']["Row"] }
        Returns: number
      }
      "of odd": {
        Args: { "": Database["public"]["Tables"]['Odd "table" name']["Row"] }
        Returns: {
          code: string | null
          id: number
          name: string
          "parent team": number | null
          region: string | null
        }[]
        SetofOptions: {
          from: '"Odd ""table"" name"'
          to: "teams"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      of_composite: {
        Args: { "": Database["public"]["CompositeTypes"]["address"] }
        Returns: {
          error: true
        } & "the function public.of_composite with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      of_other_schema: {
        Args: { "": Database["sales"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.of_other_schema with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      one_number: { Args: Record<PropertyKey, never>; Returns: number[] }
      one_out: {
        Args: { a: number }
        Returns: Database["public"]["Enums"]["mood"]
      }
      one_todo: {
        Args: Record<PropertyKey, never>
        Returns: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
        }
        SetofOptions: {
          from: "*"
          to: "todos"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      other_schema: {
        Args: Record<PropertyKey, never>
        Returns: Database["sales"]["Tables"]["todos"]["Row"][]
        SetofOptions: {
          from: "*"
          to: "todos"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      out_first: { Args: { b?: number; c: number }; Returns: number }
      polymorphic: { Args: { a: unknown }; Returns: unknown }
      ranges: { Args: { a: unknown }; Returns: unknown }
      records: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      shape: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.shape with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      siblings: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
        }[]
        SetofOptions: {
          from: "todos"
          to: "todos"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      some_kept: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number | null
          note: Json | null
          team_id: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "kept"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      some_lines: {
        Args: Record<PropertyKey, never>
        Returns: {
          line: string | null
          number: number
        }[]
        SetofOptions: {
          from: "*"
          to: "lines"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      some_todos: {
        Args: { team: number }
        Returns: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
        }[]
        SetofOptions: {
          from: "*"
          to: "todos"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      some_views: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number | null
          shout: string | null
          team_id: number | null
          title: string | null
          upper_title: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "simple"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      table_of: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          error: true
        } & "the function public.table_of with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"[]
      }
      team: {
        Args: { todo: Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          code: string | null
          id: number
          name: string
          "parent team": number | null
          region: string | null
        }
        SetofOptions: {
          from: "todos"
          to: "teams"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      team_of: {
        Args: { "": Database["public"]["Tables"]["todos"]["Row"] }
        Returns: {
          code: string | null
          id: number
          name: string
          "parent team": number | null
          region: string | null
        }
        SetofOptions: {
          from: "todos"
          to: "teams"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      todo: {
        Args: { id: number }
        Returns: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
        }
        SetofOptions: {
          from: "*"
          to: "todos"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      todo_array: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["Tables"]["todos"]["Row"][]
      }
      todos_of: {
        Args: { "": Database["sales"]["Tables"]["todos"]["Row"] }
        Returns: {
          code: string | null
          done: boolean
          id: number
          note: Json | null
          nothing: string | null
          rank: number
          region: string | null
          serial: number
          team_id: number
          title: string
          upper_title: string | null
          virt: number | null
          "wide name": number | null
          "Wide name": number | null
          x: string[]
        }[]
        SetofOptions: {
          from: "sales.todos"
          to: "todos"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      unnamed_default: { Args: { ""?: string }; Returns: number }
      unnamed_json: { Args: { "": Json }; Returns: Json }
      unnamed_jsonb: { Args: { "": Json }; Returns: Json }
      unnamed_text: { Args: { "": string }; Returns: string }
      variadic_ints: { Args: { numbers: number[] }; Returns: number }
      view_label: {
        Args: { "": Database["public"]["Views"]["simple"]["Row"] }
        Returns: {
          error: true
        } & "the function public.view_label with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
    }
    Enums: {
      an_enumeration_with_a_name_of_nearly_the_longest_length_it_has: "a"
      mood: "happy" | "sad" | 'it\'s "fine"' | "back\\slash" | "tab\tand é"
      "Odd enum":
        | "日本語日本語日本語日本語"
        | "日本語日本語日本語日本語日"
        | "x"
      single: "only"
      weekday:
        | "monday"
        | "tuesday"
        | "wednesday"
        | "thursday"
        | "friday"
        | "saturday"
        | "sunday"
    }
    CompositeTypes: {
      address: {
        street: string | null
        "Zip code": string | null
        mood: Database["public"]["Enums"]["mood"] | null
        past: Database["public"]["Enums"]["mood"][] | null
      }
      trip: {
        start: Database["public"]["CompositeTypes"]["address"] | null
        stops: Database["public"]["CompositeTypes"]["address"][] | null
        notes: Json | null
      }
    }
  }
  sales: {
    Tables: {
      orders: {
        Row: {
          id: string
          mood: Database["sales"]["Enums"]["mood"]
          parent: string | null
          team_id: number | null
          total: number | null
        }
        Insert: {
          id?: string
          mood: Database["sales"]["Enums"]["mood"]
          parent?: string | null
          team_id?: number | null
        }
        Update: {
          id?: string
          mood?: Database["sales"]["Enums"]["mood"]
          parent?: string | null
          team_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "orders_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "team_view"
            referencedColumns: ["id"]
          },
        ]
      }
      todos: {
        Row: {
          id: number
          mood: Database["public"]["Enums"]["mood"] | null
        }
        Insert: {
          id: number
          mood?: Database["public"]["Enums"]["mood"] | null
        }
        Update: {
          id?: number
          mood?: Database["public"]["Enums"]["mood"] | null
        }
        Relationships: []
      }
    }
    Views: {
      team_view: {
        Row: {
          id: number | null
          name: string | null
        }
        Insert: {
          id?: number | null
          name?: string | null
        }
        Update: {
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      todo_view: {
        Row: {
          id: number | null
          mood: Database["public"]["Enums"]["mood"] | null
        }
        Insert: {
          id?: number | null
          mood?: Database["public"]["Enums"]["mood"] | null
        }
        Update: {
          id?: number | null
          mood?: Database["public"]["Enums"]["mood"] | null
        }
        Relationships: []
      }
    }
    Functions: {
      moods: {
        Args: {
          a: Database["public"]["Enums"]["mood"]
          b: Database["sales"]["Enums"]["mood"]
        }
        Returns: Database["sales"]["Enums"]["mood"]
      }
      public_todos: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["Tables"]["todos"]["Row"][]
        SetofOptions: {
          from: "*"
          to: "todos"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      total: {
        Args: { "": Database["sales"]["Tables"]["orders"]["Row"] }
        Returns: {
          error: true
        } & "the function sales.total with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
    }
    Enums: {
      mood: "buying" | "selling"
    }
    CompositeTypes: {
      [_ in never]: never
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
  nothing: {
    Enums: {},
  },
  public: {
    Enums: {
      an_enumeration_with_a_name_of_nearly_the_longest_length_it_has: ["a"],
      mood: ["happy", "sad", 'it\'s "fine"', "back\\slash", "tab\tand é"],
      "Odd enum": [
        "日本語日本語日本語日本語",
        "日本語日本語日本語日本語日",
        "x",
      ],
      single: ["only"],
      weekday: [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
      ],
    },
  },
  sales: {
    Enums: {
      mood: ["buying", "selling"],
    },
  },
} as const
