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
  private: {
    Tables: {
      actors: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      article_stars: {
        Row: {
          article_id: number
          created_at: string
          user_id: number
        }
        Insert: {
          article_id: number
          created_at?: string
          user_id: number
        }
        Update: {
          article_id?: number
          created_at?: string
          user_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "article"
            columns: ["article_id"]
            isOneToOne: false
            referencedRelation: "articles"
            referencedColumns: ["id"]
          },
        ]
      }
      articles: {
        Row: {
          body: string | null
          id: number
          owner: unknown
        }
        Insert: {
          body?: string | null
          id: number
          owner: unknown
        }
        Update: {
          body?: string | null
          id?: number
          owner?: unknown
        }
        Relationships: []
      }
      authors: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      books: {
        Row: {
          author_id: number | null
          first_publisher_id: number | null
          id: number
          publication_year: number | null
          title: string | null
        }
        Insert: {
          author_id?: number | null
          first_publisher_id?: number | null
          id: number
          publication_year?: number | null
          title?: string | null
        }
        Update: {
          author_id?: number | null
          first_publisher_id?: number | null
          id?: number
          publication_year?: number | null
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_first_publisher_id_fkey"
            columns: ["first_publisher_id"]
            isOneToOne: false
            referencedRelation: "publishers"
            referencedColumns: ["id"]
          },
        ]
      }
      films: {
        Row: {
          id: number
          title: string | null
        }
        Insert: {
          id: number
          title?: string | null
        }
        Update: {
          id?: number
          title?: string | null
        }
        Relationships: []
      }
      internal_job: {
        Row: {
          id: number
          parent_id: number | null
        }
        Insert: {
          id: number
          parent_id?: number | null
        }
        Update: {
          id?: number
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "parent_fk"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "internal_job"
            referencedColumns: ["id"]
          },
        ]
      }
      junction: {
        Row: {
          end_1_id: number
          end_2_id: number
        }
        Insert: {
          end_1_id: number
          end_2_id: number
        }
        Update: {
          end_1_id?: number
          end_2_id?: number
        }
        Relationships: []
      }
      label_screen: {
        Row: {
          label_id: number
          screen_id: number
        }
        Insert: {
          label_id: number
          screen_id: number
        }
        Update: {
          label_id?: number
          screen_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "label_screen_label_id_fkey"
            columns: ["label_id"]
            isOneToOne: false
            referencedRelation: "labels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "label_screen_screen_id_fkey"
            columns: ["screen_id"]
            isOneToOne: false
            referencedRelation: "screens"
            referencedColumns: ["id"]
          },
        ]
      }
      labels: {
        Row: {
          id: number
          name: string
        }
        Insert: {
          id?: number
          name?: string
        }
        Update: {
          id?: number
          name?: string
        }
        Relationships: []
      }
      pages: {
        Row: {
          link: number
          url: string | null
        }
        Insert: {
          link: number
          url?: string | null
        }
        Update: {
          link?: number
          url?: string | null
        }
        Relationships: []
      }
      personnages: {
        Row: {
          character: string
          film_id: number
          role_id: number
        }
        Insert: {
          character: string
          film_id: number
          role_id: number
        }
        Update: {
          character?: string
          film_id?: number
          role_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "personnages_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "films"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "personnages_role_id_fkey"
            columns: ["role_id"]
            isOneToOne: false
            referencedRelation: "actors"
            referencedColumns: ["id"]
          },
        ]
      }
      player: {
        Row: {
          birth_date: string
          first_name: string
          id: number
          last_name: string
        }
        Insert: {
          birth_date: string
          first_name: string
          id: number
          last_name: string
        }
        Update: {
          birth_date?: string
          first_name?: string
          id?: number
          last_name?: string
        }
        Relationships: []
      }
      publishers: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      referrals: {
        Row: {
          link: number
          site: string | null
        }
        Insert: {
          link: number
          site?: string | null
        }
        Update: {
          link?: number
          site?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "referrals_link_fkey"
            columns: ["link"]
            isOneToOne: false
            referencedRelation: "pages"
            referencedColumns: ["link"]
          },
        ]
      }
      rollen: {
        Row: {
          charakter: string
          film_id: number
          rolle_id: number
        }
        Insert: {
          charakter: string
          film_id: number
          rolle_id: number
        }
        Update: {
          charakter?: string
          film_id?: number
          rolle_id?: number
        }
        Relationships: []
      }
      screens: {
        Row: {
          id: number
          name: string
        }
        Insert: {
          id?: number
          name?: string
        }
        Update: {
          id?: number
          name?: string
        }
        Relationships: []
      }
      stuff: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
    }
    Views: {
      priv_jobs: {
        Row: {
          big_project_id: number | null
          job_id: string | null
          name: string | null
          site_id: number | null
        }
        Insert: {
          big_project_id?: number | null
          job_id?: string | null
          name?: string | null
          site_id?: number | null
        }
        Update: {
          big_project_id?: number | null
          job_id?: string | null
          name?: string | null
          site_id?: number | null
        }
        Relationships: []
      }
    }
    Functions: {
      [_ in never]: never
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      point_3d: {
        x: number | null
        y: number | null
        z: number | null
      }
    }
  }
  public: {
    Tables: {
      i2459_composite_t1: {
        Row: {
          a: number
          b: number
        }
        Insert: {
          a: number
          b: number
        }
        Update: {
          a?: number
          b?: number
        }
        Relationships: []
      }
      i2459_composite_t2: {
        Row: {
          t1_a: number | null
          t1_b: number | null
        }
        Insert: {
          t1_a?: number | null
          t1_b?: number | null
        }
        Update: {
          t1_a?: number | null
          t1_b?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_composite_t2_t1_a_t1_b_fkey"
            columns: ["t1_a", "t1_b"]
            isOneToOne: false
            referencedRelation: "i2459_composite_t1"
            referencedColumns: ["a", "b"]
          },
        ]
      }
      i2459_self_t: {
        Row: {
          id: number
          parent: number | null
          type: string | null
        }
        Insert: {
          id: number
          parent?: number | null
          type?: string | null
        }
        Update: {
          id?: number
          parent?: number | null
          type?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "i2459_self_t"
            referencedColumns: ["id"]
          },
        ]
      }
      i2459_simple_t1: {
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
      i2459_simple_t2: {
        Row: {
          t1_id: number | null
        }
        Insert: {
          t1_id?: number | null
        }
        Update: {
          t1_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_simple_t2_t1_id_fkey"
            columns: ["t1_id"]
            isOneToOne: false
            referencedRelation: "i2459_simple_t1"
            referencedColumns: ["id"]
          },
        ]
      }
      public_consumers: {
        Row: {
          id: number
          name: string
        }
        Insert: {
          id?: number
          name: string
        }
        Update: {
          id?: number
          name?: string
        }
        Relationships: []
      }
      public_orders: {
        Row: {
          consumer: number
          id: number
          number: number
        }
        Insert: {
          consumer: number
          id?: number
          number: number
        }
        Update: {
          consumer?: number
          id?: number
          number?: number
        }
        Relationships: [
          {
            foreignKeyName: "public_orders_consumer_fkey"
            columns: ["consumer"]
            isOneToOne: false
            referencedRelation: "consumers_extra"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "public_orders_consumer_fkey"
            columns: ["consumer"]
            isOneToOne: false
            referencedRelation: "public_consumers"
            referencedColumns: ["id"]
          },
        ]
      }
      ta: {
        Row: {
          a1: number
          a2: number | null
        }
        Insert: {
          a1: number
          a2?: number | null
        }
        Update: {
          a1?: number
          a2?: number | null
        }
        Relationships: []
      }
      tb: {
        Row: {
          b1: number | null
          b2: number | null
        }
        Insert: {
          b1?: number | null
          b2?: number | null
        }
        Update: {
          b1?: number | null
          b2?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "tb_b1_b2_fkey"
            columns: ["b1", "b2"]
            isOneToOne: false
            referencedRelation: "ta"
            referencedColumns: ["a1", "a2"]
          },
          {
            foreignKeyName: "tb_b1_fkey"
            columns: ["b1"]
            isOneToOne: false
            referencedRelation: "ta"
            referencedColumns: ["a1"]
          },
        ]
      }
    }
    Views: {
      consumers_extra: {
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
    }
    Functions: {
      _validate_json_schema_type: {
        Args: { data: Json; type: string }
        Returns: boolean
      }
      always_false: {
        Args: { "": Database["test"]["Tables"]["items"]["Row"] }
        Returns: {
          error: true
        } & "the function public.always_false with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      dearmor: { Args: { "": string }; Returns: string }
      fips_mode: { Args: Record<PropertyKey, never>; Returns: boolean }
      gen_random_uuid: { Args: Record<PropertyKey, never>; Returns: string }
      gen_salt: { Args: { "": string }; Returns: string }
      pgp_armor_headers: {
        Args: { "": string }
        Returns: Record<string, unknown>[]
      }
      text2ltree: { Args: { "": string }; Returns: unknown }
    }
    Enums: {
      my_type: "something"
    }
    CompositeTypes: {
      jwt_token: {
        token: string | null
      }
    }
  }
  test: {
    Tables: {
      a: {
        Row: {
          c1: number
          c2: boolean
        }
        Insert: {
          c1: number
          c2: boolean
        }
        Update: {
          c1?: number
          c2?: boolean
        }
        Relationships: []
      }
      activities: {
        Row: {
          camera_id: string | null
          car_id: string | null
          id: number
          schedule_id: number
        }
        Insert: {
          camera_id?: string | null
          car_id?: string | null
          id: number
          schedule_id: number
        }
        Update: {
          camera_id?: string | null
          car_id?: string | null
          id?: number
          schedule_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "schedule"
            columns: ["schedule_id"]
            isOneToOne: false
            referencedRelation: "schedules"
            referencedColumns: ["id"]
          },
        ]
      }
      adaptation_notifications: {
        Row: {
          id: number
          series: number | null
          status: string | null
        }
        Insert: {
          id: number
          series?: number | null
          status?: string | null
        }
        Update: {
          id?: number
          series?: number | null
          status?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "adaptation_notifications_series_fkey"
            columns: ["series"]
            isOneToOne: false
            referencedRelation: "series"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "adaptation_notifications_series_fkey"
            columns: ["series"]
            isOneToOne: false
            referencedRelation: "series_popularity"
            referencedColumns: ["id"]
          },
        ]
      }
      addresses: {
        Row: {
          address: string
          id: number
        }
        Insert: {
          address: string
          id: number
        }
        Update: {
          address?: string
          id?: number
        }
        Relationships: []
      }
      agents: {
        Row: {
          department_id: number | null
          id: number
          name: string | null
        }
        Insert: {
          department_id?: number | null
          id: number
          name?: string | null
        }
        Update: {
          department_id?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "agents_department_id_fkey"
            columns: ["department_id"]
            isOneToOne: false
            referencedRelation: "departments"
            referencedColumns: ["id"]
          },
        ]
      }
      albums: {
        Row: {
          artist_id: number | null
          id: number
          title: string | null
        }
        Insert: {
          artist_id?: number | null
          id: number
          title?: string | null
        }
        Update: {
          artist_id?: number | null
          id?: number
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "fk_artist"
            columns: ["artist_id"]
            isOneToOne: false
            referencedRelation: "artists"
            referencedColumns: ["id"]
          },
        ]
      }
      app_users: {
        Row: {
          email: string
          id: number
          password: string
        }
        Insert: {
          email: string
          id: number
          password: string
        }
        Update: {
          email?: string
          id?: number
          password?: string
        }
        Relationships: []
      }
      arrays: {
        Row: {
          id: number
          numbers: number[] | null
          numbers_mult: number[] | null
        }
        Insert: {
          id: number
          numbers?: number[] | null
          numbers_mult?: number[] | null
        }
        Update: {
          id?: number
          numbers?: number[] | null
          numbers_mult?: number[] | null
        }
        Relationships: []
      }
      artists: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      authors_only: {
        Row: {
          owner: string
          secret: string
        }
        Insert: {
          owner: string
          secret: string
        }
        Update: {
          owner?: string
          secret?: string
        }
        Relationships: []
      }
      auto_incrementing_pk: {
        Row: {
          id: number
          inserted_at: string | null
          non_nullable_string: string
          nullable_string: string | null
        }
        Insert: {
          id?: number
          inserted_at?: string | null
          non_nullable_string: string
          nullable_string?: string | null
        }
        Update: {
          id?: number
          inserted_at?: string | null
          non_nullable_string?: string
          nullable_string?: string | null
        }
        Relationships: []
      }
      b: {
        Row: {
          c1: number | null
          c2: boolean | null
        }
        Insert: {
          c1?: number | null
          c2?: boolean | null
        }
        Update: {
          c1?: number | null
          c2?: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: "b_c1_c2_fkey"
            columns: ["c1", "c2"]
            isOneToOne: false
            referencedRelation: "a"
            referencedColumns: ["c1", "c2"]
          },
          {
            foreignKeyName: "b_c1_c2_fkey"
            columns: ["c1", "c2"]
            isOneToOne: false
            referencedRelation: "v1"
            referencedColumns: ["c1", "c2"]
          },
        ]
      }
      bar: {
        Row: {
          fooId: number | null
          id: number
          name: string | null
        }
        Insert: {
          fooId?: number | null
          id: number
          name?: string | null
        }
        Update: {
          fooId?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "bar_fooId_fkey"
            columns: ["fooId"]
            isOneToOne: false
            referencedRelation: "Foo"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bar_fooId_fkey"
            columns: ["fooId"]
            isOneToOne: false
            referencedRelation: "foos"
            referencedColumns: ["id"]
          },
        ]
      }
      baz: {
        Row: {
          baz_id: number
        }
        Insert: {
          baz_id: number
        }
        Update: {
          baz_id?: number
        }
        Relationships: []
      }
      being: {
        Row: {
          being: number
        }
        Insert: {
          being: number
        }
        Update: {
          being?: number
        }
        Relationships: []
      }
      being_part: {
        Row: {
          being: number
          part: number
        }
        Insert: {
          being: number
          part: number
        }
        Update: {
          being?: number
          part?: number
        }
        Relationships: [
          {
            foreignKeyName: "being_part_being_fkey"
            columns: ["being"]
            isOneToOne: false
            referencedRelation: "being"
            referencedColumns: ["being"]
          },
          {
            foreignKeyName: "being_part_part_fkey"
            columns: ["part"]
            isOneToOne: false
            referencedRelation: "part"
            referencedColumns: ["part"]
          },
        ]
      }
      bets: {
        Row: {
          data_json: Json | null
          data_jsonb: Json | null
          id: number | null
        }
        Insert: {
          data_json?: Json | null
          data_jsonb?: Json | null
          id?: number | null
        }
        Update: {
          data_json?: Json | null
          data_jsonb?: Json | null
          id?: number | null
        }
        Relationships: []
      }
      big_projects: {
        Row: {
          big_project_id: number
          name: string | null
        }
        Insert: {
          big_project_id?: number
          name?: string | null
        }
        Update: {
          big_project_id?: number
          name?: string | null
        }
        Relationships: []
      }
      bitchar_with_length: {
        Row: {
          bit: Database["test"]["Enums"]["bit"] | null
          bit_arr: Database["test"]["Enums"]["bit"][] | null
          char: string | null
          char_arr: string[] | null
        }
        Insert: {
          bit?: Database["test"]["Enums"]["bit"] | null
          bit_arr?: Database["test"]["Enums"]["bit"][] | null
          char?: string | null
          char_arr?: string[] | null
        }
        Update: {
          bit?: Database["test"]["Enums"]["bit"] | null
          bit_arr?: Database["test"]["Enums"]["bit"][] | null
          char?: string | null
          char_arr?: string[] | null
        }
        Relationships: []
      }
      budget_categories: {
        Row: {
          budget_amount: number | null
          budget_owner: string | null
          category_name: string | null
          id: number
        }
        Insert: {
          budget_amount?: number | null
          budget_owner?: string | null
          category_name?: string | null
          id: number
        }
        Update: {
          budget_amount?: number | null
          budget_owner?: string | null
          category_name?: string | null
          id?: number
        }
        Relationships: []
      }
      budget_expenses: {
        Row: {
          budget_category_id: number | null
          expense_amount: number | null
          id: number
        }
        Insert: {
          budget_category_id?: number | null
          expense_amount?: number | null
          id: number
        }
        Update: {
          budget_category_id?: number | null
          expense_amount?: number | null
          id?: number
        }
        Relationships: [
          {
            foreignKeyName: "budget_expenses_budget_category_id_fkey"
            columns: ["budget_category_id"]
            isOneToOne: false
            referencedRelation: "budget_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      capital: {
        Row: {
          country_id: number | null
          id: number
          name: string | null
        }
        Insert: {
          country_id?: number | null
          id: number
          name?: string | null
        }
        Update: {
          country_id?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "capital_country_id_fkey"
            columns: ["country_id"]
            isOneToOne: true
            referencedRelation: "country"
            referencedColumns: ["id"]
          },
        ]
      }
      car_brands: {
        Row: {
          name: string
        }
        Insert: {
          name: string
        }
        Update: {
          name?: string
        }
        Relationships: []
      }
      car_dealers: {
        Row: {
          city: string
          name: string
        }
        Insert: {
          city: string
          name: string
        }
        Update: {
          city?: string
          name?: string
        }
        Relationships: []
      }
      car_dealers_default: {
        Row: {
          city: string
          name: string
        }
        Insert: {
          city: string
          name: string
        }
        Update: {
          city?: string
          name?: string
        }
        Relationships: []
      }
      car_dealers_springfield: {
        Row: {
          city: string
          name: string
        }
        Insert: {
          city: string
          name: string
        }
        Update: {
          city?: string
          name?: string
        }
        Relationships: []
      }
      car_model_sales: {
        Row: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Insert: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Update: {
          car_model_name?: string
          car_model_year?: number
          date?: string
          quantity?: number
        }
        Relationships: [
          {
            foreignKeyName: "car_model_sales_car_model_name_car_model_year_fkey"
            columns: ["car_model_name", "car_model_year"]
            isOneToOne: false
            referencedRelation: "car_models"
            referencedColumns: ["name", "year"]
          },
        ]
      }
      car_model_sales_202101: {
        Row: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Insert: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Update: {
          car_model_name?: string
          car_model_year?: number
          date?: string
          quantity?: number
        }
        Relationships: []
      }
      car_model_sales_default: {
        Row: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Insert: {
          car_model_name: string
          car_model_year: number
          date: string
          quantity: number
        }
        Update: {
          car_model_name?: string
          car_model_year?: number
          date?: string
          quantity?: number
        }
        Relationships: []
      }
      car_models: {
        Row: {
          car_brand_name: string | null
          name: string
          year: number
        }
        Insert: {
          car_brand_name?: string | null
          name: string
          year: number
        }
        Update: {
          car_brand_name?: string | null
          name?: string
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: "car_models_car_brand_name_fkey"
            columns: ["car_brand_name"]
            isOneToOne: false
            referencedRelation: "car_brands"
            referencedColumns: ["name"]
          },
        ]
      }
      car_models_2021: {
        Row: {
          car_brand_name: string | null
          name: string
          year: number
        }
        Insert: {
          car_brand_name?: string | null
          name: string
          year: number
        }
        Update: {
          car_brand_name?: string | null
          name?: string
          year?: number
        }
        Relationships: []
      }
      car_models_car_dealers: {
        Row: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Insert: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Update: {
          car_dealer_city?: string
          car_dealer_name?: string
          car_model_name?: string
          car_model_year?: number
          quantity?: number
        }
        Relationships: [
          {
            foreignKeyName: "car_models_car_dealers_car_dealer_name_car_dealer_city_fkey"
            columns: ["car_dealer_name", "car_dealer_city"]
            isOneToOne: false
            referencedRelation: "car_dealers"
            referencedColumns: ["name", "city"]
          },
          {
            foreignKeyName: "car_models_car_dealers_car_model_name_car_model_year_fkey"
            columns: ["car_model_name", "car_model_year"]
            isOneToOne: false
            referencedRelation: "car_models"
            referencedColumns: ["name", "year"]
          },
        ]
      }
      car_models_car_dealers_10to20: {
        Row: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Insert: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Update: {
          car_dealer_city?: string
          car_dealer_name?: string
          car_model_name?: string
          car_model_year?: number
          quantity?: number
        }
        Relationships: []
      }
      car_models_car_dealers_default: {
        Row: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Insert: {
          car_dealer_city: string
          car_dealer_name: string
          car_model_name: string
          car_model_year: number
          quantity: number
        }
        Update: {
          car_dealer_city?: string
          car_dealer_name?: string
          car_model_name?: string
          car_model_year?: number
          quantity?: number
        }
        Relationships: []
      }
      car_models_default: {
        Row: {
          car_brand_name: string | null
          name: string
          year: number
        }
        Insert: {
          car_brand_name?: string | null
          name: string
          year: number
        }
        Update: {
          car_brand_name?: string | null
          name?: string
          year?: number
        }
        Relationships: []
      }
      car_racers: {
        Row: {
          car_model_name: string | null
          car_model_year: number | null
          name: string
        }
        Insert: {
          car_model_name?: string | null
          car_model_year?: number | null
          name: string
        }
        Update: {
          car_model_name?: string | null
          car_model_year?: number | null
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "car_racers_car_model_name_car_model_year_fkey"
            columns: ["car_model_name", "car_model_year"]
            isOneToOne: false
            referencedRelation: "car_models"
            referencedColumns: ["name", "year"]
          },
        ]
      }
      channels: {
        Row: {
          data: Json | null
          id: number
          slug: string | null
        }
        Insert: {
          data?: Json | null
          id?: number
          slug?: string | null
        }
        Update: {
          data?: Json | null
          id?: number
          slug?: string | null
        }
        Relationships: []
      }
      child_entities: {
        Row: {
          id: number
          name: string | null
          parent_id: number | null
        }
        Insert: {
          id: number
          name?: string | null
          parent_id?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "child_entities_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "entities"
            referencedColumns: ["id"]
          },
        ]
      }
      chores: {
        Row: {
          done: boolean | null
          id: number
          name: string | null
        }
        Insert: {
          done?: boolean | null
          id: number
          name?: string | null
        }
        Update: {
          done?: boolean | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      clashing_column: {
        Row: {
          t: string | null
        }
        Insert: {
          t?: string | null
        }
        Update: {
          t?: string | null
        }
        Relationships: []
      }
      client: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      clientinfo: {
        Row: {
          clientid: number | null
          id: number
          other: string | null
        }
        Insert: {
          clientid?: number | null
          id?: number
          other?: string | null
        }
        Update: {
          clientid?: number | null
          id?: number
          other?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "clientinfo_clientid_fkey"
            columns: ["clientid"]
            isOneToOne: false
            referencedRelation: "client"
            referencedColumns: ["id"]
          },
        ]
      }
      clients: {
        Row: {
          id: number
          name: string
          computed_projects: {
            client_id: number | null
            id: number
            name: string
          } | null
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
      collision_test_table: {
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
      comments: {
        Row: {
          commenter_id: number
          content: string
          id: number
          task_id: number
          user_id: number
        }
        Insert: {
          commenter_id: number
          content: string
          id: number
          task_id: number
          user_id: number
        }
        Update: {
          commenter_id?: number
          content?: string
          id?: number
          task_id?: number
          user_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "comments_task_id_fkey"
            columns: ["task_id", "user_id"]
            isOneToOne: false
            referencedRelation: "users_tasks"
            referencedColumns: ["task_id", "user_id"]
          },
          {
            foreignKeyName: "user"
            columns: ["commenter_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      competitors: {
        Row: {
          full_name: string
          id: number
          sponsor_id: number | null
        }
        Insert: {
          full_name: string
          id: number
          sponsor_id?: number | null
        }
        Update: {
          full_name?: string
          id?: number
          sponsor_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "competitors_sponsor_id_fkey"
            columns: ["sponsor_id"]
            isOneToOne: false
            referencedRelation: "sponsors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "competitors_sponsor_id_fkey"
            columns: ["sponsor_id"]
            isOneToOne: false
            referencedRelation: "test_null_pk_competitors_sponsors"
            referencedColumns: ["sponsor_id"]
          },
        ]
      }
      complex_items: {
        Row: {
          arr_data: number[] | null
          "field-with_sep": number
          id: number
          name: string | null
          settings: Json | null
        }
        Insert: {
          arr_data?: number[] | null
          "field-with_sep"?: number
          id: number
          name?: string | null
          settings?: Json | null
        }
        Update: {
          arr_data?: number[] | null
          "field-with_sep"?: number
          id?: number
          name?: string | null
          settings?: Json | null
        }
        Relationships: []
      }
      compound_pk: {
        Row: {
          extra: number | null
          k1: number
          k2: string
        }
        Insert: {
          extra?: number | null
          k1: number
          k2: string
        }
        Update: {
          extra?: number | null
          k1?: number
          k2?: string
        }
        Relationships: []
      }
      compound_unique: {
        Row: {
          key1: number
          key2: number
          value: string | null
        }
        Insert: {
          key1: number
          key2: number
          value?: string | null
        }
        Update: {
          key1?: number
          key2?: number
          value?: string | null
        }
        Relationships: []
      }
      contact: {
        Row: {
          clientid: number | null
          id: number
          name: string | null
        }
        Insert: {
          clientid?: number | null
          id: number
          name?: string | null
        }
        Update: {
          clientid?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "contact_clientid_fkey"
            columns: ["clientid"]
            isOneToOne: false
            referencedRelation: "client"
            referencedColumns: ["id"]
          },
        ]
      }
      contract: {
        Row: {
          birth_date: string | null
          first_name: string
          id: number
          last_name: string
          purchase_price: number
          time: unknown
          tournament: string
        }
        Insert: {
          birth_date?: string | null
          first_name: string
          id: number
          last_name: string
          purchase_price: number
          time: unknown
          tournament: string
        }
        Update: {
          birth_date?: string | null
          first_name?: string
          id?: number
          last_name?: string
          purchase_price?: number
          time?: unknown
          tournament?: string
        }
        Relationships: [
          {
            foreignKeyName: "contract_last_name_id_first_name_birth_date_fkey"
            columns: ["last_name", "id", "first_name", "birth_date"]
            isOneToOne: false
            referencedRelation: "player_view"
            referencedColumns: ["last_name", "id", "first_name", "birth_date"]
          },
        ]
      }
      country: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      datarep_next_two_todos: {
        Row: {
          first_item_id: number | null
          id: number
          name: string | null
          second_item_id: number | null
        }
        Insert: {
          first_item_id?: number | null
          id: number
          name?: string | null
          second_item_id?: number | null
        }
        Update: {
          first_item_id?: number | null
          id?: number
          name?: string | null
          second_item_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "datarep_next_two_todos_first_item_id_fkey"
            columns: ["first_item_id"]
            isOneToOne: false
            referencedRelation: "datarep_todos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "datarep_next_two_todos_first_item_id_fkey"
            columns: ["first_item_id"]
            isOneToOne: false
            referencedRelation: "datarep_todos_computed"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "datarep_next_two_todos_second_item_id_fkey"
            columns: ["second_item_id"]
            isOneToOne: false
            referencedRelation: "datarep_todos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "datarep_next_two_todos_second_item_id_fkey"
            columns: ["second_item_id"]
            isOneToOne: false
            referencedRelation: "datarep_todos_computed"
            referencedColumns: ["id"]
          },
        ]
      }
      datarep_todos: {
        Row: {
          budget: number | null
          created_at: string | null
          due_at: string | null
          icon_image: string | null
          id: number
          label_color: number | null
          name: string | null
        }
        Insert: {
          budget?: number | null
          created_at?: string | null
          due_at?: string | null
          icon_image?: string | null
          id: number
          label_color?: number | null
          name?: string | null
        }
        Update: {
          budget?: number | null
          created_at?: string | null
          due_at?: string | null
          icon_image?: string | null
          id?: number
          label_color?: number | null
          name?: string | null
        }
        Relationships: []
      }
      deferrable_unique_constraint: {
        Row: {
          col: number | null
        }
        Insert: {
          col?: number | null
        }
        Update: {
          col?: number | null
        }
        Relationships: []
      }
      departments: {
        Row: {
          head_id: number | null
          id: number
          name: string | null
        }
        Insert: {
          head_id?: number | null
          id: number
          name?: string | null
        }
        Update: {
          head_id?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "departments_head_id_fkey"
            columns: ["head_id"]
            isOneToOne: false
            referencedRelation: "agents"
            referencedColumns: ["id"]
          },
        ]
      }
      descendant: {
        Row: {
          being: number | null
          descendant: number
        }
        Insert: {
          being?: number | null
          descendant: number
        }
        Update: {
          being?: number | null
          descendant?: number
        }
        Relationships: [
          {
            foreignKeyName: "descendant_being_fkey"
            columns: ["being"]
            isOneToOne: false
            referencedRelation: "being"
            referencedColumns: ["being"]
          },
        ]
      }
      designers: {
        Row: {
          id: number
          name: string | null
          computed_videogames: {
            designer_id: number | null
            id: number
            name: string | null
          } | null
          videogames: {
            designer_id: number | null
            id: number
            name: string | null
          } | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      do$llar$s: {
        Row: {
          a$num$: number | null
        }
        Insert: {
          a$num$?: number | null
        }
        Update: {
          a$num$?: number | null
        }
        Relationships: []
      }
      employees: {
        Row: {
          company: string | null
          first_name: string
          last_name: string
          occupation: string | null
          salary: unknown
        }
        Insert: {
          company?: string | null
          first_name: string
          last_name: string
          occupation?: string | null
          salary?: unknown
        }
        Update: {
          company?: string | null
          first_name?: string
          last_name?: string
          occupation?: string | null
          salary?: unknown
        }
        Relationships: []
      }
      empty_string: {
        Row: {
          id: number | null
          string: string | null
        }
        Insert: {
          id?: number | null
          string?: string | null
        }
        Update: {
          id?: number | null
          string?: string | null
        }
        Relationships: []
      }
      empty_table: {
        Row: {
          extra: string
          k: string
        }
        Insert: {
          extra: string
          k: string
        }
        Update: {
          extra?: string
          k?: string
        }
        Relationships: []
      }
      end_1: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      end_2: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      entities: {
        Row: {
          arr: number[] | null
          id: number
          name: string | null
          text_search_vector: unknown
        }
        Insert: {
          arr?: number[] | null
          id: number
          name?: string | null
          text_search_vector?: unknown
        }
        Update: {
          arr?: number[] | null
          id?: number
          name?: string | null
          text_search_vector?: unknown
        }
        Relationships: []
      }
      "Escap3e;": {
        Row: {
          so6meIdColumn: number
        }
        Insert: {
          so6meIdColumn: number
        }
        Update: {
          so6meIdColumn?: number
        }
        Relationships: []
      }
      evil_friends: {
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
      evil_friends_with_column_default: {
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
      factories: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      factory_buildings: {
        Row: {
          code: string | null
          factory_id: number | null
          id: number
          inspections: Json | null
          size: number | null
          type: string | null
        }
        Insert: {
          code?: string | null
          factory_id?: number | null
          id: number
          inspections?: Json | null
          size?: number | null
          type?: string | null
        }
        Update: {
          code?: string | null
          factory_id?: number | null
          id?: number
          inspections?: Json | null
          size?: number | null
          type?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "factory_buildings_factory_id_fkey"
            columns: ["factory_id"]
            isOneToOne: false
            referencedRelation: "factories"
            referencedColumns: ["id"]
          },
        ]
      }
      family_tree: {
        Row: {
          id: string
          name: string
          parent: string | null
        }
        Insert: {
          id: string
          name: string
          parent?: string | null
        }
        Update: {
          id?: string
          name?: string
          parent?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "pptr"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "family_tree"
            referencedColumns: ["id"]
          },
        ]
      }
      fav_numbers: {
        Row: {
          num: Database["test"]["CompositeTypes"]["complex"] | null
          person: string | null
        }
        Insert: {
          num?: Database["test"]["CompositeTypes"]["complex"] | null
          person?: string | null
        }
        Update: {
          num?: Database["test"]["CompositeTypes"]["complex"] | null
          person?: string | null
        }
        Relationships: []
      }
      fee: {
        Row: {
          fee_id: number
          jsbaz: {
            baz_id: number
          } | null
        }
        Insert: {
          fee_id: number
        }
        Update: {
          fee_id?: number
        }
        Relationships: []
      }
      files: {
        Row: {
          content: string
          filename: string
          project_id: number
        }
        Insert: {
          content: string
          filename: string
          project_id: number
        }
        Update: {
          content?: string
          filename?: string
          project_id?: number
        }
        Relationships: []
      }
      filme: {
        Row: {
          id: number
          titel: string | null
        }
        Insert: {
          id: number
          titel?: string | null
        }
        Update: {
          id?: number
          titel?: string | null
        }
        Relationships: []
      }
      first: {
        Row: {
          id: number
          name: string | null
          second_id_1: number | null
          second_id_2: number | null
        }
        Insert: {
          id: number
          name?: string | null
          second_id_1?: number | null
          second_id_2?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          second_id_1?: number | null
          second_id_2?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "first_second_id_1_fkey"
            columns: ["second_id_1"]
            isOneToOne: true
            referencedRelation: "second"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "first_second_id_2_fkey"
            columns: ["second_id_2"]
            isOneToOne: true
            referencedRelation: "second"
            referencedColumns: ["id"]
          },
        ]
      }
      first_1: {
        Row: {
          id: number
          name: string | null
          second_id_1: number | null
          second_id_2: number | null
          second_1: {
            id: number
            name: string | null
          } | null
        }
        Insert: {
          id: number
          name?: string | null
          second_id_1?: number | null
          second_id_2?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          second_id_1?: number | null
          second_id_2?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "first_1_second_id_1_fkey"
            columns: ["second_id_1"]
            isOneToOne: true
            referencedRelation: "second"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "first_1_second_id_2_fkey"
            columns: ["second_id_2"]
            isOneToOne: true
            referencedRelation: "second"
            referencedColumns: ["id"]
          },
        ]
      }
      foo: {
        Row: {
          a: string | null
          b: string | null
        }
        Insert: {
          a?: string | null
          b?: never
        }
        Update: {
          a?: string | null
          b?: never
        }
        Relationships: []
      }
      Foo: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      ghostBusters: {
        Row: {
          escapeId: number
        }
        Insert: {
          escapeId: number
        }
        Update: {
          escapeId?: number
        }
        Relationships: [
          {
            foreignKeyName: "ghostBusters_escapeId_fkey"
            columns: ["escapeId"]
            isOneToOne: false
            referencedRelation: "Escap3e;"
            referencedColumns: ["so6meIdColumn"]
          },
        ]
      }
      grandchild_entities: {
        Row: {
          and_starting_col: string | null
          id: number
          jsonb_col: Json | null
          name: string | null
          or_starting_col: string | null
          parent_id: number | null
        }
        Insert: {
          and_starting_col?: string | null
          id: number
          jsonb_col?: Json | null
          name?: string | null
          or_starting_col?: string | null
          parent_id?: number | null
        }
        Update: {
          and_starting_col?: string | null
          id?: number
          jsonb_col?: Json | null
          name?: string | null
          or_starting_col?: string | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "grandchild_entities_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "child_entities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "grandchild_entities_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "child_entities_view"
            referencedColumns: ["id"]
          },
        ]
      }
      group_yard: {
        Row: {
          group_id: string
          id: number
          yard_id: number
        }
        Insert: {
          group_id: string
          id: number
          yard_id: number
        }
        Update: {
          group_id?: string
          id?: number
          yard_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "group_yard_group_id_fkey"
            columns: ["group_id"]
            isOneToOne: false
            referencedRelation: "groups"
            referencedColumns: ["name"]
          },
          {
            foreignKeyName: "group_yard_yard_id_fkey"
            columns: ["yard_id"]
            isOneToOne: false
            referencedRelation: "yards"
            referencedColumns: ["id"]
          },
        ]
      }
      groups: {
        Row: {
          name: string
        }
        Insert: {
          name: string
        }
        Update: {
          name?: string
        }
        Relationships: []
      }
      has_fk: {
        Row: {
          auto_inc_fk: number | null
          id: number
          simple_fk: string | null
        }
        Insert: {
          auto_inc_fk?: number | null
          id?: number
          simple_fk?: string | null
        }
        Update: {
          auto_inc_fk?: number | null
          id?: number
          simple_fk?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "has_fk_fk_fkey"
            columns: ["auto_inc_fk"]
            isOneToOne: false
            referencedRelation: "auto_incrementing_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "has_fk_simple_fk_fkey"
            columns: ["simple_fk"]
            isOneToOne: false
            referencedRelation: "simple_pk"
            referencedColumns: ["k"]
          },
        ]
      }
      images: {
        Row: {
          img: string
          name: string
        }
        Insert: {
          img: string
          name: string
        }
        Update: {
          img?: string
          name?: string
        }
        Relationships: []
      }
      infinite_inserts: {
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
      insertonly: {
        Row: {
          v: string
        }
        Insert: {
          v: string
        }
        Update: {
          v?: string
        }
        Relationships: []
      }
      isn_sample: {
        Row: {
          id: unknown
          name: string | null
        }
        Insert: {
          id?: unknown
          name?: string | null
        }
        Update: {
          id?: unknown
          name?: string | null
        }
        Relationships: []
      }
      items: {
        Row: {
          id: number
          always_true: boolean | null
          anti_id: number | null
          computed_overload: boolean | null
          computed_rel_overload: {
            id: number
          } | null
          is_first: boolean | null
        }
        Insert: {
          id?: number
        }
        Update: {
          id?: number
        }
        Relationships: []
      }
      items_with_different_col_types: {
        Row: {
          bin_data: string | null
          bool_data: boolean | null
          char_data: string | null
          date_data: string | null
          int_data: number | null
          real_data: number | null
          text_data: string | null
          time_data: string | null
        }
        Insert: {
          bin_data?: string | null
          bool_data?: boolean | null
          char_data?: string | null
          date_data?: string | null
          int_data?: number | null
          real_data?: number | null
          text_data?: string | null
          time_data?: string | null
        }
        Update: {
          bin_data?: string | null
          bool_data?: boolean | null
          char_data?: string | null
          date_data?: string | null
          int_data?: number | null
          real_data?: number | null
          text_data?: string | null
          time_data?: string | null
        }
        Relationships: []
      }
      items2: {
        Row: {
          id: number
          computed_overload: boolean | null
          computed_rel_overload: {
            id: number
          } | null
        }
        Insert: {
          id?: number
        }
        Update: {
          id?: number
        }
        Relationships: []
      }
      items3: {
        Row: {
          id: number
        }
        Insert: {
          id?: number
        }
        Update: {
          id?: number
        }
        Relationships: []
      }
      janedoe: {
        Row: {
          baz_id: number | null
          janedoe_id: number
        }
        Insert: {
          baz_id?: number | null
          janedoe_id: number
        }
        Update: {
          baz_id?: number | null
          janedoe_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "janedoe_baz_id_fkey"
            columns: ["baz_id"]
            isOneToOne: false
            referencedRelation: "baz"
            referencedColumns: ["baz_id"]
          },
        ]
      }
      jobs: {
        Row: {
          big_project_id: number
          job_id: string
          name: string | null
          site_id: number
        }
        Insert: {
          big_project_id: number
          job_id: string
          name?: string | null
          site_id: number
        }
        Update: {
          big_project_id?: number
          job_id?: string
          name?: string | null
          site_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "jobs_big_project_id_fkey"
            columns: ["big_project_id"]
            isOneToOne: false
            referencedRelation: "big_projects"
            referencedColumns: ["big_project_id"]
          },
          {
            foreignKeyName: "jobs_site_id_fkey"
            columns: ["site_id"]
            isOneToOne: false
            referencedRelation: "sites"
            referencedColumns: ["site_id"]
          },
        ]
      }
      johnsmith: {
        Row: {
          baz_id: number | null
          fee_id: number | null
          johnsmith_id: number
        }
        Insert: {
          baz_id?: number | null
          fee_id?: number | null
          johnsmith_id: number
        }
        Update: {
          baz_id?: number | null
          fee_id?: number | null
          johnsmith_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "johnsmith_baz_id_fkey"
            columns: ["baz_id"]
            isOneToOne: false
            referencedRelation: "baz"
            referencedColumns: ["baz_id"]
          },
          {
            foreignKeyName: "johnsmith_fee_id_fkey"
            columns: ["fee_id"]
            isOneToOne: false
            referencedRelation: "fee"
            referencedColumns: ["fee_id"]
          },
        ]
      }
      json_arr: {
        Row: {
          data: Json | null
          id: number
        }
        Insert: {
          data?: Json | null
          id: number
        }
        Update: {
          data?: Json | null
          id?: number
        }
        Relationships: []
      }
      json_table: {
        Row: {
          data: Json | null
        }
        Insert: {
          data?: Json | null
        }
        Update: {
          data?: Json | null
        }
        Relationships: []
      }
      jsonb_test: {
        Row: {
          data: Json | null
          id: number
        }
        Insert: {
          data?: Json | null
          id: number
        }
        Update: {
          data?: Json | null
          id?: number
        }
        Relationships: []
      }
      leak: {
        Row: {
          blob: string | null
          id: number
        }
        Insert: {
          blob?: string | null
          id?: number
        }
        Update: {
          blob?: string | null
          id?: number
        }
        Relationships: []
      }
      lines: {
        Row: {
          geom: string | null
          id: number
          name: string | null
        }
        Insert: {
          geom?: string | null
          id: number
          name?: string | null
        }
        Update: {
          geom?: string | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      loc_test: {
        Row: {
          c: string | null
          id: number
        }
        Insert: {
          c?: string | null
          id: number
        }
        Update: {
          c?: string | null
          id?: number
        }
        Relationships: []
      }
      ltree_sample: {
        Row: {
          path: unknown
          number_of_labels: number | null
        }
        Insert: {
          path?: unknown
        }
        Update: {
          path?: unknown
        }
        Relationships: []
      }
      managers: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      menagerie: {
        Row: {
          boolean: boolean
          date: string
          double: number
          enum: Database["test"]["Enums"]["enum_menagerie_type"]
          integer: number
          money: unknown
          varchar: string
        }
        Insert: {
          boolean: boolean
          date: string
          double: number
          enum: Database["test"]["Enums"]["enum_menagerie_type"]
          integer: number
          money: unknown
          varchar: string
        }
        Update: {
          boolean?: boolean
          date?: string
          double?: number
          enum?: Database["test"]["Enums"]["enum_menagerie_type"]
          integer?: number
          money?: unknown
          varchar?: string
        }
        Relationships: []
      }
      message: {
        Row: {
          body: string
          id: number
          recipient: number
          sender: number
        }
        Insert: {
          body?: string
          id: number
          recipient: number
          sender: number
        }
        Update: {
          body?: string
          id?: number
          recipient?: number
          sender?: number
        }
        Relationships: [
          {
            foreignKeyName: "message_recipient_fkey"
            columns: ["recipient"]
            isOneToOne: false
            referencedRelation: "person"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_recipient_fkey"
            columns: ["recipient"]
            isOneToOne: false
            referencedRelation: "person_detail"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_sender_fkey"
            columns: ["sender"]
            isOneToOne: false
            referencedRelation: "person"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_sender_fkey"
            columns: ["sender"]
            isOneToOne: false
            referencedRelation: "person_detail"
            referencedColumns: ["id"]
          },
        ]
      }
      never_prepared: {
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
      no_pk: {
        Row: {
          a: string | null
          b: string | null
        }
        Insert: {
          a?: string | null
          b?: string | null
        }
        Update: {
          a?: string | null
          b?: string | null
        }
        Relationships: []
      }
      nullable_integer: {
        Row: {
          a: number | null
        }
        Insert: {
          a?: number | null
        }
        Update: {
          a?: number | null
        }
        Relationships: []
      }
      oid_test: {
        Row: {
          id: number | null
          oid_array_col: unknown[] | null
          oid_col: unknown
        }
        Insert: {
          id?: number | null
          oid_array_col?: unknown[] | null
          oid_col?: unknown
        }
        Update: {
          id?: number | null
          oid_array_col?: unknown[] | null
          oid_col?: unknown
        }
        Relationships: []
      }
      only_pk: {
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
      openapi_defaults: {
        Row: {
          boolean: boolean | null
          date: string | null
          integer: number | null
          numeric: number | null
          text: string | null
          time: string | null
        }
        Insert: {
          boolean?: boolean | null
          date?: string | null
          integer?: number | null
          numeric?: number | null
          text?: string | null
          time?: string | null
        }
        Update: {
          boolean?: boolean | null
          date?: string | null
          integer?: number | null
          numeric?: number | null
          text?: string | null
          time?: string | null
        }
        Relationships: []
      }
      openapi_types: {
        Row: {
          a_bigint: number | null
          a_bigint_arr: number[] | null
          a_bool_arr: boolean[] | null
          a_boolean: boolean | null
          a_char_arr: string[] | null
          a_character: string | null
          a_character_varying: string | null
          a_double_precision: number | null
          a_int_arr: number[] | null
          a_integer: number | null
          a_json: Json | null
          a_json_arr: Json[] | null
          a_jsonb: Json | null
          a_jsonb_arr: Json[] | null
          a_numeric: number | null
          a_numeric_arr: number[] | null
          a_real: number | null
          a_smallint: number | null
          a_text: string | null
          a_text_arr: string[] | null
          a_varchar_arr: string[] | null
        }
        Insert: {
          a_bigint?: number | null
          a_bigint_arr?: number[] | null
          a_bool_arr?: boolean[] | null
          a_boolean?: boolean | null
          a_char_arr?: string[] | null
          a_character?: string | null
          a_character_varying?: string | null
          a_double_precision?: number | null
          a_int_arr?: number[] | null
          a_integer?: number | null
          a_json?: Json | null
          a_json_arr?: Json[] | null
          a_jsonb?: Json | null
          a_jsonb_arr?: Json[] | null
          a_numeric?: number | null
          a_numeric_arr?: number[] | null
          a_real?: number | null
          a_smallint?: number | null
          a_text?: string | null
          a_text_arr?: string[] | null
          a_varchar_arr?: string[] | null
        }
        Update: {
          a_bigint?: number | null
          a_bigint_arr?: number[] | null
          a_bool_arr?: boolean[] | null
          a_boolean?: boolean | null
          a_char_arr?: string[] | null
          a_character?: string | null
          a_character_varying?: string | null
          a_double_precision?: number | null
          a_int_arr?: number[] | null
          a_integer?: number | null
          a_json?: Json | null
          a_json_arr?: Json[] | null
          a_jsonb?: Json | null
          a_jsonb_arr?: Json[] | null
          a_numeric?: number | null
          a_numeric_arr?: number[] | null
          a_real?: number | null
          a_smallint?: number | null
          a_text?: string | null
          a_text_arr?: string[] | null
          a_varchar_arr?: string[] | null
        }
        Relationships: []
      }
      operators: {
        Row: {
          id: number
          name: string | null
          status: Json | null
        }
        Insert: {
          id: number
          name?: string | null
          status?: Json | null
        }
        Update: {
          id?: number
          name?: string | null
          status?: Json | null
        }
        Relationships: []
      }
      orders: {
        Row: {
          billing_address_id: number | null
          id: number
          name: string
          shipping_address_id: number | null
        }
        Insert: {
          billing_address_id?: number | null
          id: number
          name: string
          shipping_address_id?: number | null
        }
        Update: {
          billing_address_id?: number | null
          id?: number
          name?: string
          shipping_address_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "billing"
            columns: ["billing_address_id"]
            isOneToOne: false
            referencedRelation: "addresses"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shipping"
            columns: ["shipping_address_id"]
            isOneToOne: false
            referencedRelation: "addresses"
            referencedColumns: ["id"]
          },
        ]
      }
      organizations: {
        Row: {
          auditor: number | null
          id: number
          manager_id: number | null
          name: string | null
          referee: number | null
        }
        Insert: {
          auditor?: number | null
          id: number
          manager_id?: number | null
          name?: string | null
          referee?: number | null
        }
        Update: {
          auditor?: number | null
          id?: number
          manager_id?: number | null
          name?: string | null
          referee?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "manager"
            columns: ["manager_id"]
            isOneToOne: false
            referencedRelation: "managers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "organizations_auditor_fkey"
            columns: ["auditor"]
            isOneToOne: false
            referencedRelation: "organizations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "organizations_referee_fkey"
            columns: ["referee"]
            isOneToOne: false
            referencedRelation: "organizations"
            referencedColumns: ["id"]
          },
        ]
      }
      ov_json: {
        Row: {}
        Insert: {}
        Update: {}
        Relationships: []
      }
      part: {
        Row: {
          part: number
        }
        Insert: {
          part: number
        }
        Update: {
          part?: number
        }
        Relationships: []
      }
      perf_articles: {
        Row: {
          body: string
          id: number
        }
        Insert: {
          body: string
          id: number
        }
        Update: {
          body?: string
          id?: number
        }
        Relationships: []
      }
      person: {
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
      pgrst_reserved_chars: {
        Row: {
          "  col  w  space  ": string | null
          ":arr->ow::cast": string | null
          "(inside,parens)": string | null
          "*id*": number | null
          "a.dotted.column": string | null
        }
        Insert: {
          "  col  w  space  "?: string | null
          ":arr->ow::cast"?: string | null
          "(inside,parens)"?: string | null
          "*id*"?: number | null
          "a.dotted.column"?: string | null
        }
        Update: {
          "  col  w  space  "?: string | null
          ":arr->ow::cast"?: string | null
          "(inside,parens)"?: string | null
          "*id*"?: number | null
          "a.dotted.column"?: string | null
        }
        Relationships: []
      }
      places: {
        Row: {
          id: number
          name: string
        }
        Insert: {
          id?: never
          name: string
        }
        Update: {
          id?: never
          name?: string
        }
        Relationships: []
      }
      plate: {
        Row: {
          plate_id: number
        }
        Insert: {
          plate_id: number
        }
        Update: {
          plate_id?: number
        }
        Relationships: []
      }
      plate_plan_step: {
        Row: {
          from_well_id: number | null
          plate_plan_step_id: number
          to_plate_id: number | null
          to_well_id: number | null
        }
        Insert: {
          from_well_id?: number | null
          plate_plan_step_id: number
          to_plate_id?: number | null
          to_well_id?: number | null
        }
        Update: {
          from_well_id?: number | null
          plate_plan_step_id?: number
          to_plate_id?: number | null
          to_well_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "plate_plan_step_from_well_id_fkey"
            columns: ["from_well_id"]
            isOneToOne: false
            referencedRelation: "well"
            referencedColumns: ["well_id"]
          },
          {
            foreignKeyName: "plate_plan_step_to_plate_id_fkey"
            columns: ["to_plate_id"]
            isOneToOne: false
            referencedRelation: "plate"
            referencedColumns: ["plate_id"]
          },
          {
            foreignKeyName: "plate_plan_step_to_well_id_fkey"
            columns: ["to_well_id"]
            isOneToOne: false
            referencedRelation: "well"
            referencedColumns: ["well_id"]
          },
        ]
      }
      posters: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      private_table: {
        Row: {}
        Insert: {}
        Update: {}
        Relationships: []
      }
      process_categories: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      process_costs: {
        Row: {
          cost: number | null
          process_id: number
        }
        Insert: {
          cost?: number | null
          process_id: number
        }
        Update: {
          cost?: number | null
          process_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "process_costs_process_id_fkey"
            columns: ["process_id"]
            isOneToOne: true
            referencedRelation: "processes"
            referencedColumns: ["id"]
          },
        ]
      }
      process_operator: {
        Row: {
          operator_id: number
          process_id: number
        }
        Insert: {
          operator_id: number
          process_id: number
        }
        Update: {
          operator_id?: number
          process_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "process_operator_operator_id_fkey"
            columns: ["operator_id"]
            isOneToOne: false
            referencedRelation: "operators"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "process_operator_process_id_fkey"
            columns: ["process_id"]
            isOneToOne: false
            referencedRelation: "processes"
            referencedColumns: ["id"]
          },
        ]
      }
      process_supervisor: {
        Row: {
          process_id: number
          supervisor_id: number
        }
        Insert: {
          process_id: number
          supervisor_id: number
        }
        Update: {
          process_id?: number
          supervisor_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "process_supervisor_process_id_fkey"
            columns: ["process_id"]
            isOneToOne: false
            referencedRelation: "processes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "process_supervisor_supervisor_id_fkey"
            columns: ["supervisor_id"]
            isOneToOne: false
            referencedRelation: "supervisors"
            referencedColumns: ["id"]
          },
        ]
      }
      processes: {
        Row: {
          category_id: number | null
          factory_id: number | null
          id: number
          name: string | null
        }
        Insert: {
          category_id?: number | null
          factory_id?: number | null
          id: number
          name?: string | null
        }
        Update: {
          category_id?: number | null
          factory_id?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "processes_category_id_fkey"
            columns: ["category_id"]
            isOneToOne: false
            referencedRelation: "process_categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "processes_factory_id_fkey"
            columns: ["factory_id"]
            isOneToOne: false
            referencedRelation: "factories"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      products_suppliers: {
        Row: {
          product_id: number
          supplier_id: number
        }
        Insert: {
          product_id: number
          supplier_id: number
        }
        Update: {
          product_id?: number
          supplier_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "products_suppliers_product_id_fkey"
            columns: ["product_id"]
            isOneToOne: false
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_suppliers_supplier_id_fkey"
            columns: ["supplier_id"]
            isOneToOne: false
            referencedRelation: "suppliers"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          id: string
          username: string | null
        }
        Insert: {
          id: string
          username?: string | null
        }
        Update: {
          id?: string
          username?: string | null
        }
        Relationships: []
      }
      project_invoices: {
        Row: {
          id: number
          invoice_total: number | null
          project_id: number | null
        }
        Insert: {
          id: number
          invoice_total?: number | null
          project_id?: number | null
        }
        Update: {
          id?: number
          invoice_total?: number | null
          project_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "bad_subquery"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "materialized_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_auto_updatable_view_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_alt"
            referencedColumns: ["t_id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_all_triggers_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_delete_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_insert_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_update_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invoices_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_without_triggers"
            referencedColumns: ["id"]
          },
        ]
      }
      projects: {
        Row: {
          client_id: number | null
          id: number
          name: string
          computed_clients: {
            id: number
            name: string
          } | null
        }
        Insert: {
          client_id?: number | null
          id: number
          name: string
        }
        Update: {
          client_id?: number | null
          id?: number
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_dump: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      ranges: {
        Row: {
          id: number
          range: unknown
        }
        Insert: {
          id: number
          range?: unknown
        }
        Update: {
          id?: number
          range?: unknown
        }
        Relationships: []
      }
      rollen: {
        Row: {}
        Insert: {}
        Update: {}
        Relationships: []
      }
      safe_delete_items: {
        Row: {
          id: number
          name: string | null
          observation: string | null
        }
        Insert: {
          id: number
          name?: string | null
          observation?: string | null
        }
        Update: {
          id?: number
          name?: string | null
          observation?: string | null
        }
        Relationships: []
      }
      safe_update_items: {
        Row: {
          id: number
          name: string | null
          observation: string | null
        }
        Insert: {
          id: number
          name?: string | null
          observation?: string | null
        }
        Update: {
          id?: number
          name?: string | null
          observation?: string | null
        }
        Relationships: []
      }
      schauspieler: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      schedules: {
        Row: {
          end_at: string | null
          id: number
          name: string | null
          start_at: string | null
        }
        Insert: {
          end_at?: string | null
          id: number
          name?: string | null
          start_at?: string | null
        }
        Update: {
          end_at?: string | null
          id?: number
          name?: string | null
          start_at?: string | null
        }
        Relationships: []
      }
      second: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      second_1: {
        Row: {
          id: number
          name: string | null
          first_1: {
            id: number
            name: string | null
            second_id_1: number | null
            second_id_2: number | null
          } | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      series: {
        Row: {
          id: number
          title: string
        }
        Insert: {
          id: number
          title: string
        }
        Update: {
          id?: number
          title?: string
        }
        Relationships: []
      }
      "Server Today": {
        Row: {
          cHostname: string | null
          "Just A Server Model": string | null
        }
        Insert: {
          cHostname?: string | null
          "Just A Server Model"?: string | null
        }
        Update: {
          cHostname?: string | null
          "Just A Server Model"?: string | null
        }
        Relationships: []
      }
      shop_bles: {
        Row: {
          coords: string | null
          id: number
          name: string | null
          range_area: string | null
          shop_id: number | null
        }
        Insert: {
          coords?: string | null
          id: number
          name?: string | null
          range_area?: string | null
          shop_id?: number | null
        }
        Update: {
          coords?: string | null
          id?: number
          name?: string | null
          range_area?: string | null
          shop_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "shop_bles_shop_id_fkey"
            columns: ["shop_id"]
            isOneToOne: false
            referencedRelation: "shops"
            referencedColumns: ["id"]
          },
        ]
      }
      shops: {
        Row: {
          address: string | null
          id: number
          shop_geom: string | null
        }
        Insert: {
          address?: string | null
          id: number
          shop_geom?: string | null
        }
        Update: {
          address?: string | null
          id?: number
          shop_geom?: string | null
        }
        Relationships: []
      }
      simple_pk: {
        Row: {
          extra: string
          k: string
        }
        Insert: {
          extra: string
          k: string
        }
        Update: {
          extra?: string
          k?: string
        }
        Relationships: []
      }
      simple_pk2: {
        Row: {
          extra: string
          k: string
        }
        Insert: {
          extra: string
          k: string
        }
        Update: {
          extra?: string
          k?: string
        }
        Relationships: []
      }
      single_unique: {
        Row: {
          unique_key: number
          value: string | null
        }
        Insert: {
          unique_key: number
          value?: string | null
        }
        Update: {
          unique_key?: number
          value?: string | null
        }
        Relationships: []
      }
      sites: {
        Row: {
          main_project_id: number | null
          name: string | null
          site_id: number
        }
        Insert: {
          main_project_id?: number | null
          name?: string | null
          site_id?: number
        }
        Update: {
          main_project_id?: number | null
          name?: string | null
          site_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "main_project"
            columns: ["main_project_id"]
            isOneToOne: false
            referencedRelation: "big_projects"
            referencedColumns: ["big_project_id"]
          },
        ]
      }
      some_numbers: {
        Row: {
          val: number | null
        }
        Insert: {
          val?: number | null
        }
        Update: {
          val?: number | null
        }
        Relationships: []
      }
      space: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      sponsors: {
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
      status: {
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
      students: {
        Row: {
          code: string
          id: number
          name: string | null
        }
        Insert: {
          code: string
          id: number
          name?: string | null
        }
        Update: {
          code?: string
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      students_info: {
        Row: {
          address: string | null
          code: string
          id: number
        }
        Insert: {
          address?: string | null
          code: string
          id: number
        }
        Update: {
          address?: string | null
          code?: string
          id?: number
        }
        Relationships: [
          {
            foreignKeyName: "students_info_code_id_fkey"
            columns: ["code", "id"]
            isOneToOne: false
            referencedRelation: "students"
            referencedColumns: ["code", "id"]
          },
          {
            foreignKeyName: "students_info_code_id_fkey"
            columns: ["code", "id"]
            isOneToOne: false
            referencedRelation: "students_view"
            referencedColumns: ["code", "id"]
          },
        ]
      }
      subscriptions: {
        Row: {
          subscribed: number
          subscriber: number
        }
        Insert: {
          subscribed: number
          subscriber: number
        }
        Update: {
          subscribed?: number
          subscriber?: number
        }
        Relationships: [
          {
            foreignKeyName: "subscriptions_subscribed_fkey"
            columns: ["subscribed"]
            isOneToOne: false
            referencedRelation: "posters"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "subscriptions_subscriber_fkey"
            columns: ["subscriber"]
            isOneToOne: false
            referencedRelation: "posters"
            referencedColumns: ["id"]
          },
        ]
      }
      supervisors: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      suppliers: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      suppliers_trade_unions: {
        Row: {
          supplier_id: number
          trade_union_id: number
        }
        Insert: {
          supplier_id: number
          trade_union_id: number
        }
        Update: {
          supplier_id?: number
          trade_union_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "suppliers_trade_unions_supplier_id_fkey"
            columns: ["supplier_id"]
            isOneToOne: false
            referencedRelation: "suppliers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "suppliers_trade_unions_trade_union_id_fkey"
            columns: ["trade_union_id"]
            isOneToOne: false
            referencedRelation: "trade_unions"
            referencedColumns: ["id"]
          },
        ]
      }
      surr_gen_default_upsert: {
        Row: {
          extra: string | null
          id: number
          name: string | null
        }
        Insert: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Update: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      Surr_Gen_Default_Upsert: {
        Row: {
          extra: string | null
          id: number
          name: string | null
        }
        Insert: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Update: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      surr_serial_upsert: {
        Row: {
          extra: string | null
          id: number
          name: string | null
        }
        Insert: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Update: {
          extra?: string | null
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      table_a: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      table_b: {
        Row: {
          name: string | null
          table_a_id: number | null
        }
        Insert: {
          name?: string | null
          table_a_id?: number | null
        }
        Update: {
          name?: string | null
          table_a_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "table_b_table_a_id_fkey"
            columns: ["table_a_id"]
            isOneToOne: false
            referencedRelation: "table_a"
            referencedColumns: ["id"]
          },
        ]
      }
      tasks: {
        Row: {
          id: number
          name: string
          project_id: number | null
        }
        Insert: {
          id: number
          name: string
          project_id?: number | null
        }
        Update: {
          id?: number
          name?: string
          project_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "bad_subquery"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "materialized_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_auto_updatable_view_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_alt"
            referencedColumns: ["t_id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_all_triggers_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_delete_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_insert_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_update_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_without_triggers"
            referencedColumns: ["id"]
          },
        ]
      }
      tbl_w_json: {
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
      test: {
        Row: {
          id: number
          parent_id: number | null
        }
        Insert: {
          id: number
          parent_id?: number | null
        }
        Update: {
          id?: number
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "parent_test"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "test"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parent_test"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "view_test"
            referencedColumns: ["id"]
          },
        ]
      }
      timestamps: {
        Row: {
          t: string | null
        }
        Insert: {
          t?: string | null
        }
        Update: {
          t?: string | null
        }
        Relationships: []
      }
      tiobe_pls: {
        Row: {
          name: string
          rank: number | null
        }
        Insert: {
          name: string
          rank?: number | null
        }
        Update: {
          name?: string
          rank?: number | null
        }
        Relationships: []
      }
      touched_files: {
        Row: {
          filename: string
          project_id: number
          task_id: number
          user_id: number
        }
        Insert: {
          filename: string
          project_id: number
          task_id: number
          user_id: number
        }
        Update: {
          filename?: string
          project_id?: number
          task_id?: number
          user_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "fk_upload"
            columns: ["project_id", "filename"]
            isOneToOne: false
            referencedRelation: "files"
            referencedColumns: ["project_id", "filename"]
          },
          {
            foreignKeyName: "fk_users_tasks"
            columns: ["user_id", "task_id"]
            isOneToOne: false
            referencedRelation: "users_tasks"
            referencedColumns: ["user_id", "task_id"]
          },
        ]
      }
      tournaments: {
        Row: {
          id: number
          status: number | null
        }
        Insert: {
          id: number
          status?: number | null
        }
        Update: {
          id?: number
          status?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "tournaments_status_fkey"
            columns: ["status"]
            isOneToOne: false
            referencedRelation: "status"
            referencedColumns: ["id"]
          },
        ]
      }
      trade_unions: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      trash: {
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
      trash_details: {
        Row: {
          id: number
          jsonb_col: Json | null
        }
        Insert: {
          id: number
          jsonb_col?: Json | null
        }
        Update: {
          id?: number
          jsonb_col?: Json | null
        }
        Relationships: [
          {
            foreignKeyName: "trash_details_id_fkey"
            columns: ["id"]
            isOneToOne: true
            referencedRelation: "trash"
            referencedColumns: ["id"]
          },
        ]
      }
      tsearch: {
        Row: {
          text_search_vector: unknown
        }
        Insert: {
          text_search_vector?: unknown
        }
        Update: {
          text_search_vector?: unknown
        }
        Relationships: []
      }
      tsearch_to_tsvector: {
        Row: {
          jsonb_search: Json | null
          text_search: string | null
          text_search_domain: unknown
          text_search_rec_domain: unknown
          text_search_vector: unknown
        }
        Insert: {
          jsonb_search?: Json | null
          text_search?: string | null
          text_search_domain?: unknown
          text_search_rec_domain?: unknown
        }
        Update: {
          jsonb_search?: Json | null
          text_search?: string | null
          text_search_domain?: unknown
          text_search_rec_domain?: unknown
        }
        Relationships: []
      }
      unit_workdays: {
        Row: {
          day: string
          fst_shift_activity_id: number | null
          fst_shift_schedule_id: number | null
          snd_shift_activity_id: number | null
          snd_shift_schedule_id: number | null
          unit_id: number
        }
        Insert: {
          day: string
          fst_shift_activity_id?: number | null
          fst_shift_schedule_id?: number | null
          snd_shift_activity_id?: number | null
          snd_shift_schedule_id?: number | null
          unit_id: number
        }
        Update: {
          day?: string
          fst_shift_activity_id?: number | null
          fst_shift_schedule_id?: number | null
          snd_shift_activity_id?: number | null
          snd_shift_schedule_id?: number | null
          unit_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "fst_shift"
            columns: ["fst_shift_activity_id", "fst_shift_schedule_id"]
            isOneToOne: false
            referencedRelation: "activities"
            referencedColumns: ["id", "schedule_id"]
          },
          {
            foreignKeyName: "snd_shift"
            columns: ["snd_shift_activity_id", "snd_shift_schedule_id"]
            isOneToOne: false
            referencedRelation: "activities"
            referencedColumns: ["id", "schedule_id"]
          },
        ]
      }
      UnitTest: {
        Row: {
          idUnitTest: number
          nameUnitTest: string | null
        }
        Insert: {
          idUnitTest: number
          nameUnitTest?: string | null
        }
        Update: {
          idUnitTest?: number
          nameUnitTest?: string | null
        }
        Relationships: []
      }
      unsafe_delete_items: {
        Row: {
          id: number
          name: string | null
          observation: string | null
        }
        Insert: {
          id: number
          name?: string | null
          observation?: string | null
        }
        Update: {
          id?: number
          name?: string | null
          observation?: string | null
        }
        Relationships: []
      }
      unsafe_update_items: {
        Row: {
          id: number
          name: string | null
          observation: string | null
        }
        Insert: {
          id: number
          name?: string | null
          observation?: string | null
        }
        Update: {
          id?: number
          name?: string | null
          observation?: string | null
        }
        Relationships: []
      }
      user_friend: {
        Row: {
          id: number
          user1: string | null
          user2: string | null
        }
        Insert: {
          id: number
          user1?: string | null
          user2?: string | null
        }
        Update: {
          id?: number
          user1?: string | null
          user2?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "user_friend_user1_fkey"
            columns: ["user1"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_friend_user2_fkey"
            columns: ["user2"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      users: {
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
      users_projects: {
        Row: {
          project_id: number
          user_id: number
        }
        Insert: {
          project_id: number
          user_id: number
        }
        Update: {
          project_id?: number
          user_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "bad_subquery"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "materialized_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_auto_updatable_view_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_alt"
            referencedColumns: ["t_id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_all_triggers_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_delete_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_insert_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_with_update_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_project_id_fkey"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects_view_without_triggers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_projects_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      users_tasks: {
        Row: {
          task_id: number
          user_id: number
        }
        Insert: {
          task_id: number
          user_id: number
        }
        Update: {
          task_id?: number
          user_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "users_tasks_task_id_fkey"
            columns: ["task_id"]
            isOneToOne: false
            referencedRelation: "filtered_tasks"
            referencedColumns: ["myId"]
          },
          {
            foreignKeyName: "users_tasks_task_id_fkey"
            columns: ["task_id"]
            isOneToOne: false
            referencedRelation: "tasks"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "users_tasks_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      videogames: {
        Row: {
          designer_id: number | null
          id: number
          name: string | null
          computed_designers: {
            id: number
            name: string | null
          } | null
          computed_designers_noset: {
            id: number
            name: string | null
          } | null
          designers: {
            id: number
            name: string | null
          } | null
        }
        Insert: {
          designer_id?: number | null
          id: number
          name?: string | null
        }
        Update: {
          designer_id?: number | null
          id?: number
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "videogames_designer_id_fkey"
            columns: ["designer_id"]
            isOneToOne: false
            referencedRelation: "designers"
            referencedColumns: ["id"]
          },
        ]
      }
      visits: {
        Row: {
          end_time: string | null
          id: number
          place_id: number
          start_time: string | null
          visit_type: Database["test"]["Enums"]["visit_type"] | null
        }
        Insert: {
          end_time?: string | null
          id?: never
          place_id: number
          start_time?: string | null
          visit_type?: Database["test"]["Enums"]["visit_type"] | null
        }
        Update: {
          end_time?: string | null
          id?: never
          place_id?: number
          start_time?: string | null
          visit_type?: Database["test"]["Enums"]["visit_type"] | null
        }
        Relationships: [
          {
            foreignKeyName: "visits_place_id_fkey"
            columns: ["place_id"]
            isOneToOne: false
            referencedRelation: "places"
            referencedColumns: ["id"]
          },
        ]
      }
      w_or_wo_comma_names: {
        Row: {
          name: string | null
        }
        Insert: {
          name?: string | null
        }
        Update: {
          name?: string | null
        }
        Relationships: []
      }
      web_content: {
        Row: {
          id: number
          name: string | null
          p_web_id: number | null
          child_web_content: {
            id: number
            name: string | null
            p_web_id: number | null
          } | null
          parent_web_content: {
            id: number
            name: string | null
            p_web_id: number | null
          } | null
        }
        Insert: {
          id: number
          name?: string | null
          p_web_id?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          p_web_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "web_content_p_web_id_fkey"
            columns: ["p_web_id"]
            isOneToOne: false
            referencedRelation: "web_content"
            referencedColumns: ["id"]
          },
        ]
      }
      well: {
        Row: {
          parent_well_id: number | null
          plate_id: number
          well_id: number
        }
        Insert: {
          parent_well_id?: number | null
          plate_id: number
          well_id: number
        }
        Update: {
          parent_well_id?: number | null
          plate_id?: number
          well_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "well_parent_well_id_fkey"
            columns: ["parent_well_id"]
            isOneToOne: false
            referencedRelation: "well"
            referencedColumns: ["well_id"]
          },
          {
            foreignKeyName: "well_plate_id_fkey"
            columns: ["plate_id"]
            isOneToOne: false
            referencedRelation: "plate"
            referencedColumns: ["plate_id"]
          },
        ]
      }
      whatev_jobs: {
        Row: {
          job_id: string
          name: string | null
          project_id_1: number
          project_id_2: number
          site_id_1: number
          site_id_2: number
        }
        Insert: {
          job_id: string
          name?: string | null
          project_id_1: number
          project_id_2: number
          site_id_1: number
          site_id_2: number
        }
        Update: {
          job_id?: string
          name?: string | null
          project_id_1?: number
          project_id_2?: number
          site_id_1?: number
          site_id_2?: number
        }
        Relationships: [
          {
            foreignKeyName: "whatev_jobs_project_id_1_fkey"
            columns: ["project_id_1"]
            isOneToOne: false
            referencedRelation: "whatev_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "whatev_jobs_project_id_2_fkey"
            columns: ["project_id_2"]
            isOneToOne: false
            referencedRelation: "whatev_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "whatev_jobs_site_id_1_fkey"
            columns: ["site_id_1"]
            isOneToOne: false
            referencedRelation: "whatev_sites"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "whatev_jobs_site_id_2_fkey"
            columns: ["site_id_2"]
            isOneToOne: false
            referencedRelation: "whatev_sites"
            referencedColumns: ["id"]
          },
        ]
      }
      whatev_projects: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id?: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      whatev_sites: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id?: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
      with_pk1: {
        Row: {
          pk1: number
        }
        Insert: {
          pk1: number
        }
        Update: {
          pk1?: number
        }
        Relationships: []
      }
      with_pk2: {
        Row: {
          pk2: number
        }
        Insert: {
          pk2: number
        }
        Update: {
          pk2?: number
        }
        Relationships: []
      }
      withUnique: {
        Row: {
          extra: string | null
          uni: string | null
        }
        Insert: {
          extra?: string | null
          uni?: string | null
        }
        Update: {
          extra?: string | null
          uni?: string | null
        }
        Relationships: []
      }
      xmltest: {
        Row: {
          id: number
          xml: Database["test"]["Views"]["xml"]["Row"]
        }
        Insert: {
          id: number
          xml: Database["test"]["Views"]["xml"]["Row"]
        }
        Update: {
          id?: number
          xml?: Database["test"]["Views"]["xml"]["Row"]
        }
        Relationships: []
      }
      yards: {
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
      zone: {
        Row: {
          id: number
          name: string | null
          space_id: number | null
          zone_type_id: number | null
        }
        Insert: {
          id: number
          name?: string | null
          space_id?: number | null
          zone_type_id?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          space_id?: number | null
          zone_type_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "zone_space_id_fkey"
            columns: ["space_id"]
            isOneToOne: false
            referencedRelation: "space"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      actors: {
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
      alpha_projects: {
        Row: {
          cli_name: string | null
          id: number | null
          pro_name: string | null
        }
        Relationships: []
      }
      articles: {
        Row: {
          body: string | null
          id: number | null
          owner: unknown
        }
        Insert: {
          body?: string | null
          id?: number | null
          owner?: unknown
        }
        Update: {
          body?: string | null
          id?: number | null
          owner?: unknown
        }
        Relationships: []
      }
      articleStars: {
        Row: {
          articleId: number | null
          createdAt: string | null
          userId: number | null
        }
        Insert: {
          articleId?: number | null
          createdAt?: string | null
          userId?: number | null
        }
        Update: {
          articleId?: number | null
          createdAt?: string | null
          userId?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "article"
            columns: ["articleId"]
            isOneToOne: false
            referencedRelation: "articles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user"
            columns: ["userId"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      authors: {
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
      authors_books_number: {
        Row: {
          id: number | null
          name: string | null
          num_in_all_decades: number | null
          num_in_fifties: number | null
          num_in_forties: number | null
          num_in_sixties: number | null
        }
        Insert: {
          id?: number | null
          name?: string | null
          num_in_all_decades?: never
          num_in_fifties?: never
          num_in_forties?: never
          num_in_sixties?: never
        }
        Update: {
          id?: number | null
          name?: string | null
          num_in_all_decades?: never
          num_in_fifties?: never
          num_in_forties?: never
          num_in_sixties?: never
        }
        Relationships: []
      }
      authors_have_book_in_decade: {
        Row: {
          has_book_in_fifties: boolean | null
          has_book_in_forties: boolean | null
          has_book_in_sixties: boolean | null
          id: number | null
          name: string | null
        }
        Insert: {
          has_book_in_fifties?: never
          has_book_in_forties?: never
          has_book_in_sixties?: never
          id?: number | null
          name?: string | null
        }
        Update: {
          has_book_in_fifties?: never
          has_book_in_forties?: never
          has_book_in_sixties?: never
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      authors_have_book_in_decade2: {
        Row: {
          has_book_in_fifties: boolean | null
          has_book_in_forties: boolean | null
          has_book_in_sixties: boolean | null
          id: number | null
          name: string | null
        }
        Insert: {
          has_book_in_fifties?: never
          has_book_in_forties?: never
          has_book_in_sixties?: never
          id?: number | null
          name?: string | null
        }
        Update: {
          has_book_in_fifties?: never
          has_book_in_forties?: never
          has_book_in_sixties?: never
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      authors_w_entities: {
        Row: {
          entities: Json | null
          id: number | null
          name: string | null
        }
        Insert: {
          entities?: never
          id?: number | null
          name?: string | null
        }
        Update: {
          entities?: never
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      bad_subquery: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      bars: {
        Row: {
          fooId: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          fooId?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          fooId?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "bar_fooId_fkey"
            columns: ["fooId"]
            isOneToOne: false
            referencedRelation: "Foo"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "bar_fooId_fkey"
            columns: ["fooId"]
            isOneToOne: false
            referencedRelation: "foos"
            referencedColumns: ["id"]
          },
        ]
      }
      books: {
        Row: {
          author_id: number | null
          first_publisher_id: number | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Insert: {
          author_id?: number | null
          first_publisher_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Update: {
          author_id?: number | null
          first_publisher_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_first_publisher_id_fkey"
            columns: ["first_publisher_id"]
            isOneToOne: false
            referencedRelation: "publishers"
            referencedColumns: ["id"]
          },
        ]
      }
      child_entities_view: {
        Row: {
          id: number | null
          name: string | null
          parent_id: number | null
        }
        Insert: {
          id?: number | null
          name?: string | null
          parent_id?: number | null
        }
        Update: {
          id?: number | null
          name?: string | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "child_entities_parent_id_fkey"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "entities"
            referencedColumns: ["id"]
          },
        ]
      }
      complex_items_view: {
        Row: {
          arr_data: number[] | null
          "field-with_sep": number | null
          id: number | null
          name: string | null
          settings: Json | null
        }
        Insert: {
          arr_data?: number[] | null
          "field-with_sep"?: number | null
          id?: number | null
          name?: string | null
          settings?: Json | null
        }
        Update: {
          arr_data?: number[] | null
          "field-with_sep"?: number | null
          id?: number | null
          name?: string | null
          settings?: Json | null
        }
        Relationships: []
      }
      compound_pk_view: {
        Row: {
          extra: number | null
          k1: number | null
          k2: string | null
        }
        Insert: {
          extra?: number | null
          k1?: number | null
          k2?: string | null
        }
        Update: {
          extra?: number | null
          k1?: number | null
          k2?: string | null
        }
        Relationships: []
      }
      consumers_extra_view: {
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
      consumers_view: {
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
      consumers_view_view: {
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
      contract_view: {
        Row: {
          birth_date: string | null
          first_name: string | null
          id: number | null
          last_name: string | null
          purchase_price: number | null
          time: unknown
          tournament: string | null
        }
        Insert: {
          birth_date?: string | null
          first_name?: string | null
          id?: number | null
          last_name?: string | null
          purchase_price?: number | null
          time?: unknown
          tournament?: string | null
        }
        Update: {
          birth_date?: string | null
          first_name?: string | null
          id?: number | null
          last_name?: string | null
          purchase_price?: number | null
          time?: unknown
          tournament?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "contract_last_name_id_first_name_birth_date_fkey"
            columns: ["last_name", "id", "first_name", "birth_date"]
            isOneToOne: false
            referencedRelation: "player_view"
            referencedColumns: ["last_name", "id", "first_name", "birth_date"]
          },
        ]
      }
      datarep_todos_computed: {
        Row: {
          dark_color: number | null
          due_at: string | null
          id: number | null
          label_color: number | null
          name: string | null
        }
        Insert: {
          dark_color?: never
          due_at?: string | null
          id?: number | null
          label_color?: number | null
          name?: string | null
        }
        Update: {
          dark_color?: never
          due_at?: string | null
          id?: number | null
          label_color?: number | null
          name?: string | null
        }
        Relationships: []
      }
      fifties_books: {
        Row: {
          author_id: number | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Insert: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Update: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
        ]
      }
      films: {
        Row: {
          id: number | null
          title: string | null
        }
        Insert: {
          id?: number | null
          title?: string | null
        }
        Update: {
          id?: number | null
          title?: string | null
        }
        Relationships: []
      }
      filtered_tasks: {
        Row: {
          myId: number | null
          name: string | null
          projectID: number | null
        }
        Insert: {
          myId?: number | null
          name?: string | null
          projectID?: number | null
        }
        Update: {
          myId?: number | null
          name?: string | null
          projectID?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "bad_subquery"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "materialized_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_auto_updatable_view_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_alt"
            referencedColumns: ["t_id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_with_all_triggers_with_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_with_delete_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_with_insert_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_with_update_trigger"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project"
            columns: ["projectID"]
            isOneToOne: false
            referencedRelation: "projects_view_without_triggers"
            referencedColumns: ["id"]
          },
        ]
      }
      foos: {
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
      forties_and_fifties_books: {
        Row: {
          author_id: number | null
          first_publisher: string | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
        ]
      }
      forties_books: {
        Row: {
          author_id: number | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Insert: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Update: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
        ]
      }
      get_projects_above_view: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: []
      }
      getallprojects_view: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: []
      }
      has_count_column: {
        Row: {
          count: number | null
        }
        Relationships: []
      }
      i2459_composite_v1: {
        Row: {
          a: number | null
          b: number | null
        }
        Insert: {
          a?: number | null
          b?: number | null
        }
        Update: {
          a?: number | null
          b?: number | null
        }
        Relationships: []
      }
      i2459_composite_v2: {
        Row: {
          t1_a1: number | null
          t1_a2: number | null
          t1_b1: number | null
          t1_b2: number | null
        }
        Insert: {
          t1_a1?: number | null
          t1_a2?: number | null
          t1_b1?: number | null
          t1_b2?: number | null
        }
        Update: {
          t1_a1?: number | null
          t1_a2?: number | null
          t1_b1?: number | null
          t1_b2?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_composite_t2_t1_a_t1_b_fkey"
            columns: ["t1_a1", "t1_b1"]
            isOneToOne: false
            referencedRelation: "i2459_composite_v1"
            referencedColumns: ["a", "b"]
          },
          {
            foreignKeyName: "i2459_composite_t2_t1_a_t1_b_fkey"
            columns: ["t1_a1", "t1_b2"]
            isOneToOne: false
            referencedRelation: "i2459_composite_v1"
            referencedColumns: ["a", "b"]
          },
          {
            foreignKeyName: "i2459_composite_t2_t1_a_t1_b_fkey"
            columns: ["t1_a2", "t1_b1"]
            isOneToOne: false
            referencedRelation: "i2459_composite_v1"
            referencedColumns: ["a", "b"]
          },
          {
            foreignKeyName: "i2459_composite_t2_t1_a_t1_b_fkey"
            columns: ["t1_a2", "t1_b2"]
            isOneToOne: false
            referencedRelation: "i2459_composite_v1"
            referencedColumns: ["a", "b"]
          },
        ]
      }
      i2459_self_v1: {
        Row: {
          grandparent: number | null
          id: number | null
          parent: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["grandparent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v1"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v1"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["grandparent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v2"
            referencedColumns: ["id"]
          },
        ]
      }
      i2459_self_v2: {
        Row: {
          grandparent: number | null
          id: number | null
          parent: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["grandparent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v1"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v1"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["grandparent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_self_t_parent_fkey"
            columns: ["parent"]
            isOneToOne: false
            referencedRelation: "i2459_self_v2"
            referencedColumns: ["id"]
          },
        ]
      }
      i2459_simple_v1: {
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
      i2459_simple_v2: {
        Row: {
          t1_id1: number | null
          t1_id2: number | null
        }
        Insert: {
          t1_id1?: number | null
          t1_id2?: number | null
        }
        Update: {
          t1_id1?: number | null
          t1_id2?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "i2459_simple_t2_t1_id_fkey"
            columns: ["t1_id1"]
            isOneToOne: false
            referencedRelation: "i2459_simple_v1"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "i2459_simple_t2_t1_id_fkey"
            columns: ["t1_id2"]
            isOneToOne: false
            referencedRelation: "i2459_simple_v1"
            referencedColumns: ["id"]
          },
        ]
      }
      images_base64: {
        Row: {
          img: string | null
          name: string | null
        }
        Insert: {
          img?: never
          name?: string | null
        }
        Update: {
          img?: never
          name?: string | null
        }
        Relationships: []
      }
      infinite_recursion: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: []
      }
      insertable_view_with_join: {
        Row: {
          auto_inc_fk: number | null
          id: number | null
          inserted_at: string | null
          non_nullable_string: string | null
          nullable_string: string | null
          simple_fk: string | null
        }
        Relationships: [
          {
            foreignKeyName: "has_fk_fk_fkey"
            columns: ["auto_inc_fk"]
            isOneToOne: false
            referencedRelation: "auto_incrementing_pk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "has_fk_simple_fk_fkey"
            columns: ["simple_fk"]
            isOneToOne: false
            referencedRelation: "simple_pk"
            referencedColumns: ["k"]
          },
        ]
      }
      job: {
        Row: {
          id: number | null
          parent_id: number | null
        }
        Insert: {
          id?: number | null
          parent_id?: number | null
        }
        Update: {
          id?: number | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "parent_fk"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "job"
            referencedColumns: ["id"]
          },
        ]
      }
      label_screen: {
        Row: {
          label_id: number | null
          screen_id: number | null
        }
        Insert: {
          label_id?: number | null
          screen_id?: number | null
        }
        Update: {
          label_id?: number | null
          screen_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "label_screen_label_id_fkey"
            columns: ["label_id"]
            isOneToOne: false
            referencedRelation: "labels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "label_screen_screen_id_fkey"
            columns: ["screen_id"]
            isOneToOne: false
            referencedRelation: "screens"
            referencedColumns: ["id"]
          },
        ]
      }
      labels: {
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
      limited_article_stars: {
        Row: {
          article_id: number | null
          created_at: string | null
          user_id: number | null
        }
        Insert: {
          article_id?: number | null
          created_at?: string | null
          user_id?: number | null
        }
        Update: {
          article_id?: number | null
          created_at?: string | null
          user_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "article"
            columns: ["article_id"]
            isOneToOne: false
            referencedRelation: "articles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      main_jobs: {
        Row: {
          big_project_id: number | null
          job_id: string | null
          name: string | null
          site_id: number | null
        }
        Insert: {
          big_project_id?: number | null
          job_id?: string | null
          name?: string | null
          site_id?: number | null
        }
        Update: {
          big_project_id?: number | null
          job_id?: string | null
          name?: string | null
          site_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "jobs_big_project_id_fkey"
            columns: ["big_project_id"]
            isOneToOne: false
            referencedRelation: "big_projects"
            referencedColumns: ["big_project_id"]
          },
          {
            foreignKeyName: "jobs_site_id_fkey"
            columns: ["site_id"]
            isOneToOne: false
            referencedRelation: "sites"
            referencedColumns: ["site_id"]
          },
        ]
      }
      materialized_projects: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      materialized_view: {
        Row: {
          version: string | null
        }
        Relationships: []
      }
      odd_years_publications: {
        Row: {
          author_id: number | null
          first_publisher: string | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
        ]
      }
      orders_view: {
        Row: {
          consumer: number | null
          id: number | null
          number: number | null
        }
        Insert: {
          consumer?: number | null
          id?: number | null
          number?: number | null
        }
        Update: {
          consumer?: number | null
          id?: number | null
          number?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "public_orders_consumer_fkey"
            columns: ["consumer"]
            isOneToOne: false
            referencedRelation: "consumers_extra_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "public_orders_consumer_fkey"
            columns: ["consumer"]
            isOneToOne: false
            referencedRelation: "consumers_view"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "public_orders_consumer_fkey"
            columns: ["consumer"]
            isOneToOne: false
            referencedRelation: "consumers_view_view"
            referencedColumns: ["id"]
          },
        ]
      }
      pages: {
        Row: {
          link: number | null
          url: string | null
        }
        Insert: {
          link?: number | null
          url?: string | null
        }
        Update: {
          link?: number | null
          url?: string | null
        }
        Relationships: []
      }
      person_detail: {
        Row: {
          id: number | null
          name: string | null
          received: number | null
          sent: number | null
        }
        Relationships: []
      }
      personnages: {
        Row: {
          character: string | null
          film_id: number | null
          role_id: number | null
        }
        Insert: {
          character?: string | null
          film_id?: number | null
          role_id?: number | null
        }
        Update: {
          character?: string | null
          film_id?: number | null
          role_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "personnages_film_id_fkey"
            columns: ["film_id"]
            isOneToOne: false
            referencedRelation: "films"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "personnages_role_id_fkey"
            columns: ["role_id"]
            isOneToOne: false
            referencedRelation: "actors"
            referencedColumns: ["id"]
          },
        ]
      }
      player_view: {
        Row: {
          birth_date: string | null
          first_name: string | null
          id: number | null
          last_name: string | null
        }
        Insert: {
          birth_date?: string | null
          first_name?: string | null
          id?: number | null
          last_name?: string | null
        }
        Update: {
          birth_date?: string | null
          first_name?: string | null
          id?: number | null
          last_name?: string | null
        }
        Relationships: []
      }
      projects_auto_updatable_view_with_pk: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_auto_updatable_view_without_pk: {
        Row: {
          client_id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_count_grouped_by: {
        Row: {
          client_id: number | null
          number_of_projects: number | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_alt: {
        Row: {
          name: string | null
          t_client_id: number | null
          t_id: number | null
        }
        Insert: {
          name?: string | null
          t_client_id?: number | null
          t_id?: number | null
        }
        Update: {
          name?: string | null
          t_client_id?: number | null
          t_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["t_client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["t_client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["t_client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_with_all_triggers_with_pk: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_with_all_triggers_without_pk: {
        Row: {
          client_id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          name?: string | null
        }
        Update: {
          client_id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_with_delete_trigger: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_with_insert_trigger: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Insert: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_with_update_trigger: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Update: {
          client_id?: number | null
          id?: number | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects_view_without_triggers: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: [
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "alpha_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "clients"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "client"
            columns: ["client_id"]
            isOneToOne: false
            referencedRelation: "zeta_projects"
            referencedColumns: ["id"]
          },
        ]
      }
      publishers: {
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
      referrals: {
        Row: {
          link: number | null
          site: string | null
        }
        Insert: {
          link?: number | null
          site?: string | null
        }
        Update: {
          link?: number | null
          site?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "referrals_link_fkey"
            columns: ["link"]
            isOneToOne: false
            referencedRelation: "pages"
            referencedColumns: ["link"]
          },
        ]
      }
      screens: {
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
      self_recursive_view: {
        Row: {
          client_id: number | null
          id: number | null
          name: string | null
        }
        Relationships: []
      }
      series_popularity: {
        Row: {
          id: number | null
          popularity_score: number | null
        }
        Insert: {
          id?: number | null
          popularity_score?: never
        }
        Update: {
          id?: number | null
          popularity_score?: never
        }
        Relationships: []
      }
      sixties_books: {
        Row: {
          author_id: number | null
          id: number | null
          publication_year: number | null
          title: string | null
        }
        Insert: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Update: {
          author_id?: number | null
          id?: number | null
          publication_year?: number | null
          title?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_books_number"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_have_book_in_decade2"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "books_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "authors_w_entities"
            referencedColumns: ["id"]
          },
        ]
      }
      students_info_view: {
        Row: {
          address: string | null
          code: string | null
          id: number | null
        }
        Insert: {
          address?: string | null
          code?: string | null
          id?: number | null
        }
        Update: {
          address?: string | null
          code?: string | null
          id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "students_info_code_id_fkey"
            columns: ["code", "id"]
            isOneToOne: false
            referencedRelation: "students"
            referencedColumns: ["code", "id"]
          },
          {
            foreignKeyName: "students_info_code_id_fkey"
            columns: ["code", "id"]
            isOneToOne: false
            referencedRelation: "students_view"
            referencedColumns: ["code", "id"]
          },
        ]
      }
      students_view: {
        Row: {
          code: string | null
          id: number | null
          name: string | null
        }
        Insert: {
          code?: string | null
          id?: number | null
          name?: string | null
        }
        Update: {
          code?: string | null
          id?: number | null
          name?: string | null
        }
        Relationships: []
      }
      stuff: {
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
      test_null_pk_competitors_sponsors: {
        Row: {
          id: number | null
          sponsor_id: number | null
        }
        Insert: {
          id?: number | null
          sponsor_id?: number | null
        }
        Relationships: []
      }
      unit_workdays_fst_shift: {
        Row: {
          day: string | null
          fst_shift_activity_id: number | null
          fst_shift_schedule_id: number | null
          unit_id: number | null
        }
        Insert: {
          day?: string | null
          fst_shift_activity_id?: number | null
          fst_shift_schedule_id?: number | null
          unit_id?: number | null
        }
        Update: {
          day?: string | null
          fst_shift_activity_id?: number | null
          fst_shift_schedule_id?: number | null
          unit_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "fst_shift"
            columns: ["fst_shift_activity_id", "fst_shift_schedule_id"]
            isOneToOne: false
            referencedRelation: "activities"
            referencedColumns: ["id", "schedule_id"]
          },
        ]
      }
      v1: {
        Row: {
          c1: number | null
          c2: boolean | null
        }
        Insert: {
          c1?: number | null
          c2?: boolean | null
        }
        Update: {
          c1?: number | null
          c2?: boolean | null
        }
        Relationships: []
      }
      v2: {
        Row: {
          c1: number | null
          c2: boolean | null
        }
        Insert: {
          c1?: number | null
          c2?: boolean | null
        }
        Update: {
          c1?: number | null
          c2?: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: "b_c1_c2_fkey"
            columns: ["c1", "c2"]
            isOneToOne: false
            referencedRelation: "a"
            referencedColumns: ["c1", "c2"]
          },
          {
            foreignKeyName: "b_c1_c2_fkey"
            columns: ["c1", "c2"]
            isOneToOne: false
            referencedRelation: "v1"
            referencedColumns: ["c1", "c2"]
          },
        ]
      }
      va: {
        Row: {
          a1: number | null
        }
        Insert: {
          a1?: number | null
        }
        Update: {
          a1?: number | null
        }
        Relationships: []
      }
      vb: {
        Row: {
          b1: number | null
        }
        Insert: {
          b1?: number | null
        }
        Update: {
          b1?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "tb_b1_fkey"
            columns: ["b1"]
            isOneToOne: false
            referencedRelation: "va"
            referencedColumns: ["a1"]
          },
        ]
      }
      view_test: {
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
      with_multiple_pks: {
        Row: {
          pk1: number | null
          pk2: number | null
        }
        Insert: {
          pk1?: number | null
          pk2?: number | null
        }
        Relationships: []
      }
      xml: {
        Row: {
          data: Database["test"]["Views"]["xml"]["Row"] | null
          id: number | null
          premier_name: string | null
        }
        Relationships: []
      }
      zeta_projects: {
        Row: {
          cli_name: string | null
          id: number | null
          pro_name: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      add_them: { Args: { a: number; b: number }; Returns: number }
      allcapitals: {
        Args: Record<PropertyKey, never>
        Returns: {
          country_id: number | null
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "capital"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      allcountries: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "country"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      always_true: {
        Args: { "": Database["test"]["Tables"]["items"]["Row"] }
        Returns: {
          error: true
        } & "the function test.always_true with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      anti_id: {
        Args: { "": Database["test"]["Tables"]["items"]["Row"] }
        Returns: {
          error: true
        } & "the function test.anti_id with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      assert: { Args: Record<PropertyKey, never>; Returns: undefined }
      bad_guc_headers_1: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      bad_guc_headers_2: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      bad_guc_headers_3: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      bit_param_insert: {
        Args: {
          bit_: Database["test"]["Enums"]["bit"]
          bit_arr: Database["test"]["Enums"]["bit"][]
        }
        Returns: undefined
      }
      bit_param_select: {
        Args: { bit_: string; bit_arr: string[] }
        Returns: {
          bit_: string
          bit_arr: string[]
        }[]
      }
      bom_csv_final: { Args: { data: unknown }; Returns: unknown }
      bom_csv_trans: {
        Args: {
          next: Database["test"]["Tables"]["lines"]["Row"]
          state: string
        }
        Returns: unknown
      }
      bytea_b64:
        | { Args: { "": Json }; Returns: unknown }
        | { Args: { "": string }; Returns: unknown }
      callcounter: { Args: Record<PropertyKey, never>; Returns: number }
      char_param_insert: {
        Args: { char_: string; char_arr: string[] }
        Returns: undefined
      }
      char_param_select: {
        Args: { char_: string; char_arr: string[] }
        Returns: {
          char_: string
          char_arr: string[]
        }[]
      }
      child_web_content: {
        Args: { "": Database["test"]["Tables"]["web_content"]["Row"] }
        Returns: {
          id: number
          name: string | null
          p_web_id: number | null
        }[]
        SetofOptions: {
          from: "test.web_content"
          to: "web_content"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      collision_test_func: { Args: { id: number }; Returns: number }
      color:
        | { Args: { "": Json }; Returns: unknown }
        | { Args: { "": string }; Returns: unknown }
      computed_clients: {
        Args: { "": Database["test"]["Tables"]["projects"]["Row"] }
        Returns: {
          id: number
          name: string
        }
        SetofOptions: {
          from: "test.projects"
          to: "clients"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      computed_designers: {
        Args: { "": Database["test"]["Tables"]["videogames"]["Row"] }
        Returns: {
          id: number
          name: string | null
        }
        SetofOptions: {
          from: "test.videogames"
          to: "designers"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      computed_designers_noset: {
        Args: { "": Database["test"]["Tables"]["videogames"]["Row"] }
        Returns: {
          id: number
          name: string | null
        }
        SetofOptions: {
          from: "test.videogames"
          to: "designers"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      computed_overload:
        | {
            Args: { "": Database["test"]["Tables"]["items"]["Row"] }
            Returns: {
              error: true
            } & "the function test.computed_overload with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
          }
        | {
            Args: { "": Database["test"]["Tables"]["items2"]["Row"] }
            Returns: {
              error: true
            } & "the function test.computed_overload with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
          }
      computed_projects: {
        Args: { "": Database["test"]["Tables"]["clients"]["Row"] }
        Returns: {
          client_id: number | null
          id: number
          name: string
        }
        SetofOptions: {
          from: "test.clients"
          to: "projects"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      computed_rel_overload:
        | {
            Args: { "": Database["test"]["Tables"]["items"]["Row"] }
            Returns: {
              id: number
            }[]
            SetofOptions: {
              from: "test.items"
              to: "items2"
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | {
            Args: { "": Database["test"]["Tables"]["items2"]["Row"] }
            Returns: {
              id: number
            }[]
            SetofOptions: {
              from: "test.items2"
              to: "items2"
              isOneToOne: false
              isSetofReturn: true
            }
          }
      computed_videogames: {
        Args: { "": Database["test"]["Tables"]["designers"]["Row"] }
        Returns: {
          designer_id: number | null
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "test.designers"
          to: "videogames"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      custom_headers: { Args: Record<PropertyKey, never>; Returns: undefined }
      custom_vary_hdr: { Args: Record<PropertyKey, never>; Returns: undefined }
      delete_items_returns_setof: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
        }[]
        SetofOptions: {
          from: "*"
          to: "items"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      delete_items_returns_table: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
        }[]
      }
      delete_items_returns_void: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      designers: {
        Args: { "": Database["test"]["Tables"]["videogames"]["Row"] }
        Returns: {
          id: number
          name: string | null
        }
        SetofOptions: {
          from: "test.videogames"
          to: "designers"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      do_nothing: { Args: Record<PropertyKey, never>; Returns: undefined }
      file_fdw_handler: { Args: Record<PropertyKey, never>; Returns: unknown }
      first_1: {
        Args: { "": Database["test"]["Tables"]["second_1"]["Row"] }
        Returns: {
          id: number
          name: string | null
          second_id_1: number | null
          second_id_2: number | null
        }
        SetofOptions: {
          from: "test.second_1"
          to: "first_1"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      geo2json_final: { Args: { data: unknown }; Returns: unknown }
      geo2json_trans:
        | { Args: { next: unknown; state: unknown }; Returns: unknown }
        | {
            Args: {
              next: Database["test"]["Tables"]["shop_bles"]["Row"]
              state: unknown
            }
            Returns: unknown
          }
      get_current_user: { Args: Record<PropertyKey, never>; Returns: string }
      get_guc_value:
        | { Args: { name: string }; Returns: string }
        | { Args: { name: string; prefix: string }; Returns: string }
      get_int_and_guc_headers: { Args: { num: number }; Returns: number }
      get_line: { Args: { id: number }; Returns: unknown }
      get_lines: {
        Args: Record<PropertyKey, never>
        Returns: {
          geom: string | null
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "lines"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_projects_above: {
        Args: { id: number }
        Returns: {
          client_id: number | null
          id: number
          name: string
        }
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      get_projects_and_guc_headers: {
        Args: Record<PropertyKey, never>
        Returns: {
          client_id: number | null
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_projects_below: {
        Args: { id: number }
        Returns: {
          client_id: number | null
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_shop: {
        Args: { id: number }
        Returns: {
          address: string | null
          id: number
          shop_geom: string | null
        }
        SetofOptions: {
          from: "*"
          to: "shops"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      get_shop_bles: {
        Args: Record<PropertyKey, never>
        Returns: {
          coords: string | null
          id: number
          name: string | null
          range_area: string | null
          shop_id: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "shop_bles"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_tiobe_pls: {
        Args: Record<PropertyKey, never>
        Returns: {
          name: string
          rank: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "tiobe_pls"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_tsearch: {
        Args: Record<PropertyKey, never>
        Returns: {
          text_search_vector: unknown
        }[]
        SetofOptions: {
          from: "*"
          to: "tsearch"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_tsearch_to_tsvector: {
        Args: Record<PropertyKey, never>
        Returns: {
          jsonb_search: Json | null
          text_search: string | null
          text_search_domain: unknown
          text_search_rec_domain: unknown
        }[]
        SetofOptions: {
          from: "*"
          to: "tsearch_to_tsvector"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_yards: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
        }[]
        SetofOptions: {
          from: "*"
          to: "yards"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getalldesigners: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "designers"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getallprojects: {
        Args: Record<PropertyKey, never>
        Returns: {
          client_id: number | null
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getallusers: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "users"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getallvideogames: {
        Args: Record<PropertyKey, never>
        Returns: {
          designer_id: number | null
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "videogames"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getitemrange: {
        Args: { max: number; min: number }
        Returns: {
          id: number
        }[]
        SetofOptions: {
          from: "*"
          to: "items"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getproject: {
        Args: { id: number }
        Returns: {
          client_id: number | null
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      getproject_domain: { Args: { id: number }; Returns: unknown[] }
      is_first: {
        Args: { "": Database["test"]["Tables"]["items"]["Row"] }
        Returns: {
          error: true
        } & "the function test.is_first with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      is_superuser: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_valid_isbn: { Args: { input: string }; Returns: boolean }
      isodate:
        | { Args: { "": Json }; Returns: unknown }
        | { Args: { "": string }; Returns: unknown }
      jsbaz: {
        Args: { "": Database["test"]["Tables"]["fee"]["Row"] }
        Returns: {
          baz_id: number
        }[]
        SetofOptions: {
          from: "test.fee"
          to: "baz"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      json_argument: { Args: { arg: Json }; Returns: string }
      jwt_test: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["CompositeTypes"]["jwt_token"]
        SetofOptions: {
          from: "*"
          to: "jwt_token"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      leak: { Args: { blob: string }; Returns: undefined }
      lines_geojson_final: { Args: { data: Json }; Returns: unknown }
      lines_geojson_trans: {
        Args: { next: Database["test"]["Tables"]["lines"]["Row"]; state: Json }
        Returns: unknown
      }
      load_safeupdate: { Args: Record<PropertyKey, never>; Returns: undefined }
      login: {
        Args: { id: string; pass: string }
        Returns: Database["public"]["CompositeTypes"]["jwt_token"]
        SetofOptions: {
          from: "*"
          to: "jwt_token"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      many_inout_params: {
        Args: { b?: boolean; num: number; str: string }
        Returns: Record<string, unknown>
      }
      many_out_params: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>
      }
      monetary:
        | { Args: { "": Json }; Returns: unknown }
        | { Args: { "": string }; Returns: unknown }
      multi_column_table_return: {
        Args: Record<PropertyKey, never>
        Returns: {
          a: string
          b: string
        }[]
      }
      named_json_param: { Args: { data: Json }; Returns: Json }
      never_uses_prepared_statements: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      noparamsproc: { Args: Record<PropertyKey, never>; Returns: string }
      number_of_labels: {
        Args: { "": Database["test"]["Tables"]["ltree_sample"]["Row"] }
        Returns: {
          error: true
        } & "the function test.number_of_labels with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      outfunc_trans: {
        Args: { next: unknown; state: string }
        Returns: unknown
      }
      ov_json_trans: {
        Args: {
          next: Database["test"]["Tables"]["ov_json"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
      overloaded:
        | { Args: Record<PropertyKey, never>; Returns: number[] }
        | { Args: { a: number; b: number }; Returns: number }
        | { Args: { a: string; b: string; c: string }; Returns: string }
        | {
            Args: { "": Json }
            Returns: {
              x: number
              y: string
            }[]
          }
      overloaded_default:
        | { Args: { a: number; must_param: number }; Returns: Json }
        | {
            Args: { a: number; opt_param?: string }
            Returns: {
              id: number
              name: string
              project_id: number | null
            }[]
            SetofOptions: {
              from: "*"
              to: "tasks"
              isOneToOne: false
              isSetofReturn: true
            }
          }
        | { Args: { must_param: number }; Returns: Json }
        | {
            Args: { opt_param?: string }
            Returns: {
              id: number
              name: string
              project_id: number | null
            }[]
            SetofOptions: {
              from: "*"
              to: "tasks"
              isOneToOne: false
              isSetofReturn: true
            }
          }
      overloaded_html_form:
        | { Args: Record<PropertyKey, never>; Returns: number[] }
        | { Args: { a: number; b: number }; Returns: number }
        | { Args: { a: string; b: string; c: string }; Returns: string }
        | { Args: { single_param: Json }; Returns: Json }
      overloaded_same_args:
        | {
            Args: { arg: number }
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: test.overloaded_same_args(arg => int4), test.overloaded_same_args(arg => xml). Try renaming the parameters or the function itself in the database so function overloading can be resolved"
          }
        | { Args: { arg: string; num?: number }; Returns: Json }
        | {
            Args: { arg: Database["test"]["Views"]["xml"]["Row"] }
            Returns: {
              error: true
            } & "Could not choose the best candidate function between: test.overloaded_same_args(arg => int4), test.overloaded_same_args(arg => xml). Try renaming the parameters or the function itself in the database so function overloading can be resolved"
          }
      overloaded_unnamed_json_jsonb_param:
        | { Args: { "": Json }; Returns: Json }
        | { Args: { "": Json }; Returns: Json }
        | { Args: { x: number; y: number }; Returns: number }
      overloaded_unnamed_param:
        | { Args: Record<PropertyKey, never>; Returns: number }
        | { Args: { "": Json }; Returns: Json }
        | { Args: { "": string }; Returns: unknown }
        | { Args: { x: number; y: number }; Returns: number }
      parent_web_content: {
        Args: { "": Database["test"]["Tables"]["web_content"]["Row"] }
        Returns: {
          id: number
          name: string | null
          p_web_id: number | null
        }
        SetofOptions: {
          from: "test.web_content"
          to: "web_content"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      pgrst_obj_json_trans: {
        Args: { next: unknown; state: unknown }
        Returns: unknown
      }
      privileged_hello: { Args: { name: string }; Returns: string }
      problem: { Args: Record<PropertyKey, never>; Returns: undefined }
      quotedFunction: {
        Args: { fullName: string; SSN: string; user: string }
        Returns: Json
      }
      raise_bad_pt: { Args: Record<PropertyKey, never>; Returns: undefined }
      raise_constraint: { Args: { deferred?: boolean }; Returns: undefined }
      raise_pt402: { Args: Record<PropertyKey, never>; Returns: undefined }
      raise_sqlstate_invalid_json_details: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_invalid_json_message: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_missing_details: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_test1: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_test2: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_test3: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      raise_sqlstate_test4: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      reset_sequence: {
        Args: { name: string; value: number }
        Returns: undefined
      }
      reset_table: {
        Args: { tbl_data?: Json; tbl_name?: string }
        Returns: undefined
      }
      ret_any_mt: { Args: Record<PropertyKey, never>; Returns: unknown }
      ret_array: { Args: Record<PropertyKey, never>; Returns: number[] }
      ret_composite_domain: {
        Args: Record<PropertyKey, never>
        Returns: unknown
      }
      ret_domain: { Args: { val: number }; Returns: unknown }
      ret_enum: {
        Args: { val: string }
        Returns: Database["test"]["Enums"]["enum_menagerie_type"]
      }
      ret_image: { Args: Record<PropertyKey, never>; Returns: unknown }
      ret_null: { Args: Record<PropertyKey, never>; Returns: number }
      ret_point_2d: {
        Args: Record<PropertyKey, never>
        Returns: Database["test"]["CompositeTypes"]["point_2d"]
        SetofOptions: {
          from: "*"
          to: "point_2d"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      ret_point_3d: {
        Args: Record<PropertyKey, never>
        Returns: Database["private"]["CompositeTypes"]["point_3d"]
        SetofOptions: {
          from: "*"
          to: "point_3d"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      ret_point_overloaded:
        | {
            Args: { x: number; y: number }
            Returns: Database["test"]["CompositeTypes"]["point_2d"]
            SetofOptions: {
              from: "*"
              to: "point_2d"
              isOneToOne: true
              isSetofReturn: false
            }
          }
        | { Args: { x: Json }; Returns: Json }
      ret_range: { Args: { low: number; up: number }; Returns: unknown }
      ret_scalars: {
        Args: Record<PropertyKey, never>
        Returns: {
          a: string
          b: Database["test"]["Enums"]["enum_menagerie_type"]
          c: unknown
          d: unknown
        }[]
      }
      ret_setof_integers: {
        Args: Record<PropertyKey, never>
        Returns: number[]
      }
      ret_some_mt: { Args: Record<PropertyKey, never>; Returns: unknown }
      ret_void: { Args: Record<PropertyKey, never>; Returns: undefined }
      return_scalar_xml: { Args: Record<PropertyKey, never>; Returns: unknown }
      returns_complex: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
          val: Database["test"]["CompositeTypes"]["complex"]
        }[]
      }
      returns_record: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>
      }
      returns_record_params: {
        Args: { id: number; name: string }
        Returns: Record<string, unknown>
      }
      returns_setof_record: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>[]
      }
      returns_setof_record_params: {
        Args: { id: number; name: string }
        Returns: Record<string, unknown>[]
      }
      reveal_big_jwt: {
        Args: Record<PropertyKey, never>
        Returns: {
          exp: number
          "http://postgrest.com/foo": boolean
          iat: number
          iss: string
          jti: string
          nbf: number
          sub: string
        }[]
      }
      root: { Args: Record<PropertyKey, never>; Returns: unknown }
      sayhello: { Args: { name: string }; Returns: string }
      sayhello_variadic: {
        Args: { name: string; v: string[] }
        Returns: string
      }
      search: {
        Args: { id: number }
        Returns: {
          id: number
        }[]
        SetofOptions: {
          from: "*"
          to: "items"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search2: {
        Args: { id: number }
        Returns: {
          id: number
        }[]
        SetofOptions: {
          from: "*"
          to: "items2"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      second_1: {
        Args: { "": Database["test"]["Tables"]["first_1"]["Row"] }
        Returns: {
          id: number
          name: string | null
        }
        SetofOptions: {
          from: "test.first_1"
          to: "second_1"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      send_bad_status: { Args: Record<PropertyKey, never>; Returns: Json }
      send_body_status_403: { Args: Record<PropertyKey, never>; Returns: Json }
      set_cookie_twice: { Args: Record<PropertyKey, never>; Returns: undefined }
      setprojects: {
        Args: { id_h: number; id_l: number; name: string }
        Returns: {
          client_id: number | null
          id: number
          name: string
        }[]
        SetofOptions: {
          from: "*"
          to: "projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      single_article: {
        Args: { id: number }
        Returns: {
          body: string | null
          id: number | null
          owner: unknown
        }
        SetofOptions: {
          from: "*"
          to: "articles"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      single_column_table_return: {
        Args: Record<PropertyKey, never>
        Returns: {
          a: string
        }[]
      }
      single_inout_param: { Args: { num: number }; Returns: number }
      single_json_out_param: { Args: { a: number; b: string }; Returns: Json }
      single_out_param: { Args: { num: number }; Returns: number }
      singlejsonparam: { Args: { single_param: Json }; Returns: Json }
      sleep: { Args: { seconds?: number }; Returns: undefined }
      some_final: { Args: { data: unknown }; Returns: unknown }
      some_trans: {
        Args: {
          next: Database["test"]["Tables"]["some_numbers"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
      special_extended_schema: { Args: { val: string }; Returns: string }
      switch_role: { Args: Record<PropertyKey, never>; Returns: undefined }
      temp_file_limit: { Args: Record<PropertyKey, never>; Returns: number }
      test: {
        Args: Record<PropertyKey, never>
        Returns: {
          test: string
          value: number
        }[]
      }
      test_arg: {
        Args: { my_arg: Database["public"]["Enums"]["my_type"] }
        Returns: string
      }
      test_empty_rowset: { Args: Record<PropertyKey, never>; Returns: number[] }
      text_search_vector: {
        Args: { "": Database["test"]["Tables"]["tsearch_to_tsvector"]["Row"] }
        Returns: {
          error: true
        } & "the function test.text_search_vector with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      three_defaults: {
        Args: { a?: number; b?: number; c?: number }
        Returns: number
      }
      true: { Args: Record<PropertyKey, never>; Returns: boolean }
      tsv_final: { Args: { data: unknown }; Returns: unknown }
      tsv_trans: {
        Args: {
          next: Database["test"]["Tables"]["projects"]["Row"]
          state: string
        }
        Returns: unknown
      }
      twkb_handler_transition: {
        Args: {
          next: Database["test"]["Tables"]["lines"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
      unixtz:
        | { Args: { "": Json }; Returns: unknown }
        | { Args: { "": string }; Returns: unknown }
      unnamed_json_param: { Args: { "": Json }; Returns: Json }
      unnamed_text_param: { Args: { "": string }; Returns: unknown }
      uses_prepared_statements: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      validate_json_schema: {
        Args: { data: Json; root_schema?: Json; schema: Json }
        Returns: boolean
      }
      variadic_param: { Args: { v?: string[] }; Returns: string[] }
      varied_arguments: {
        Args: {
          arr: string[]
          boolean: boolean
          date: string
          double: number
          enum: Database["test"]["Enums"]["enum_menagerie_type"]
          integer?: number
          json?: Json
          jsonb?: Json
          money: unknown
          varchar: string
        }
        Returns: Json
      }
      varied_arguments_openapi: {
        Args: {
          bigint_arr: number[]
          bool_arr: boolean[]
          boolean: boolean
          char_arr: string[]
          date: string
          double: number
          enum: Database["test"]["Enums"]["enum_menagerie_type"]
          int_arr: number[]
          integer?: number
          json?: Json
          json_arr: Json[]
          jsonb?: Json
          jsonb_arr: Json[]
          money: unknown
          numeric_arr: number[]
          text_arr: string[]
          varchar: string
          varchar_arr: string[]
        }
        Returns: Json
      }
      videogames: {
        Args: { "": Database["test"]["Tables"]["designers"]["Row"] }
        Returns: {
          designer_id: number | null
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "test.designers"
          to: "videogames"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      welcome: { Args: Record<PropertyKey, never>; Returns: unknown }
      welcome_twice: { Args: Record<PropertyKey, never>; Returns: unknown[] }
      "welcome.html": { Args: Record<PropertyKey, never>; Returns: unknown }
      "welcome.xml": { Args: Record<PropertyKey, never>; Returns: unknown }
      xml_handler_final: { Args: { data: unknown }; Returns: unknown }
      xml_handler_transition: {
        Args: {
          next: Database["test"]["Tables"]["xmltest"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
    }
    Enums: {
      bit: "one" | "two"
      enum_menagerie_type: "foo" | "bar"
      visit_type: "vacation" | "work"
    }
    CompositeTypes: {
      complex: {
        r: number | null
        i: number | null
      }
      point_2d: {
        x: number | null
        y: number | null
      }
    }
  }
  v1: {
    Tables: {
      children: {
        Row: {
          id: number
          name: string | null
          parent_id: number | null
        }
        Insert: {
          id: number
          name?: string | null
          parent_id?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "parent"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "parents"
            referencedColumns: ["id"]
          },
        ]
      }
      parents: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      get_parents_below: {
        Args: { id: number }
        Returns: {
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "parents"
          isOneToOne: false
          isSetofReturn: true
        }
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
  v2: {
    Tables: {
      another_table: {
        Row: {
          another_value: string | null
          id: number
        }
        Insert: {
          another_value?: string | null
          id: number
        }
        Update: {
          another_value?: string | null
          id?: number
        }
        Relationships: []
      }
      children: {
        Row: {
          id: number
          name: string | null
          parent_id: number | null
        }
        Insert: {
          id: number
          name?: string | null
          parent_id?: number | null
        }
        Update: {
          id?: number
          name?: string | null
          parent_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "parent"
            columns: ["parent_id"]
            isOneToOne: false
            referencedRelation: "parents"
            referencedColumns: ["id"]
          },
        ]
      }
      parents: {
        Row: {
          id: number
          name: string | null
        }
        Insert: {
          id: number
          name?: string | null
        }
        Update: {
          id?: number
          name?: string | null
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      get_parents_below: {
        Args: { id: number }
        Returns: {
          id: number
          name: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "parents"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_plain_text: { Args: Record<PropertyKey, never>; Returns: unknown }
      get_special_text: { Args: Record<PropertyKey, never>; Returns: unknown }
      plain_trans: {
        Args: {
          next: Database["v2"]["Tables"]["another_table"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
      special_trans: {
        Args: {
          next: Database["v2"]["Tables"]["another_table"]["Row"]
          state: unknown
        }
        Returns: unknown
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
  تست: {
    Tables: {
      موارد: {
        Row: {
          هویت: number
        }
        Insert: {
          هویت: number
        }
        Update: {
          هویت?: number
        }
        Relationships: []
      }
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
  private: {
    Enums: {},
  },
  public: {
    Enums: {
      my_type: ["something"],
    },
  },
  test: {
    Enums: {
      bit: ["one", "two"],
      enum_menagerie_type: ["foo", "bar"],
      visit_type: ["vacation", "work"],
    },
  },
  v1: {
    Enums: {},
  },
  v2: {
    Enums: {},
  },
  تست: {
    Enums: {},
  },
} as const
