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
  public: {
    Tables: {
      account_items: {
        Row: {
          account: string
          created_at: string
          kind: string
          name: string
          updated_at: string
          value: NonNullable<Json>
        }
        Insert: {
          account?: string
          created_at?: string
          kind: string
          name: string
          updated_at?: string
          value: NonNullable<Json>
        }
        Update: {
          account?: string
          created_at?: string
          kind?: string
          name?: string
          updated_at?: string
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      admin_users: {
        Row: {
          active: boolean
          auth_user_id: string
          created_at: string
          email: string
          full_name: string | null
          id: string
          invited_at: string | null
          last_login: string | null
          role: string
          second_factor_removed_at: string | null
        }
        Insert: {
          active?: boolean
          auth_user_id: string
          created_at?: string
          email: string
          full_name?: string | null
          id?: string
          invited_at?: string | null
          last_login?: string | null
          role?: string
          second_factor_removed_at?: string | null
        }
        Update: {
          active?: boolean
          auth_user_id?: string
          created_at?: string
          email?: string
          full_name?: string | null
          id?: string
          invited_at?: string | null
          last_login?: string | null
          role?: string
          second_factor_removed_at?: string | null
        }
        Relationships: []
      }
      audit_log: {
        Row: {
          action: string
          actor: string | null
          actor_email: string | null
          actor_role: string
          at: string
          changes: Json | null
          id: number
          request_id: string | null
          row_id: string | null
          table_name: string
        }
        Insert: {
          action: string
          actor?: string | null
          actor_email?: string | null
          actor_role: string
          at?: string
          changes?: Json | null
          id?: never
          request_id?: string | null
          row_id?: string | null
          table_name: string
        }
        Update: {
          action?: string
          actor?: string | null
          actor_email?: string | null
          actor_role?: string
          at?: string
          changes?: Json | null
          id?: never
          request_id?: string | null
          row_id?: string | null
          table_name?: string
        }
        Relationships: []
      }
      awards: {
        Row: {
          category: string
          created_at: string
          description_ar: string | null
          description_en: string | null
          description_fr: string | null
          display_order: number
          featured: boolean
          id: string
          organization: string
          picture_id: string | null
          published: boolean
          sample: boolean
          title_ar: string
          title_en: string
          title_fr: string
          updated_at: string
          year: number
        }
        Insert: {
          category: string
          created_at?: string
          description_ar?: string | null
          description_en?: string | null
          description_fr?: string | null
          display_order?: number
          featured?: boolean
          id?: string
          organization: string
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en: string
          title_fr?: string
          updated_at?: string
          year: number
        }
        Update: {
          category?: string
          created_at?: string
          description_ar?: string | null
          description_en?: string | null
          description_fr?: string | null
          display_order?: number
          featured?: boolean
          id?: string
          organization?: string
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en?: string
          title_fr?: string
          updated_at?: string
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: "awards_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "awards_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      blog_post_copies: {
        Row: {
          author_id: string | null
          based_on: string
          created_at: string
          post_id: string
          saved_by: string | null
          updated_at: string
          words: NonNullable<Json>
        }
        Insert: {
          author_id?: string | null
          based_on: string
          created_at?: string
          post_id: string
          saved_by?: string | null
          updated_at?: string
          words: NonNullable<Json>
        }
        Update: {
          author_id?: string | null
          based_on?: string
          created_at?: string
          post_id?: string
          saved_by?: string | null
          updated_at?: string
          words?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "blog_post_copies_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: true
            referencedRelation: "blog_post_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blog_post_copies_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: true
            referencedRelation: "blog_posts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blog_post_copies_saved_by_fkey"
            columns: ["saved_by"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      blog_post_revisions: {
        Row: {
          author: string
          author_id: string | null
          changed_at: string
          created_at: string
          id: number
          post_id: string
          status: string
          words: NonNullable<Json>
        }
        Insert: {
          author?: string
          author_id?: string | null
          changed_at?: string
          created_at?: string
          id?: never
          post_id: string
          status: string
          words: NonNullable<Json>
        }
        Update: {
          author?: string
          author_id?: string | null
          changed_at?: string
          created_at?: string
          id?: never
          post_id?: string
          status?: string
          words?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "blog_post_revisions_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "blog_post_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blog_post_revisions_post_id_fkey"
            columns: ["post_id"]
            isOneToOne: false
            referencedRelation: "blog_posts"
            referencedColumns: ["id"]
          },
        ]
      }
      blog_posts: {
        Row: {
          author_id: string | null
          content_ar: string
          content_en: string
          content_fr: string
          created_at: string
          excerpt_ar: string
          excerpt_en: string
          excerpt_fr: string
          featured_image_alt_ar: string
          featured_image_alt_en: string
          featured_image_alt_fr: string
          featured_image_url: string | null
          id: string
          picture_id: string | null
          published_at: string | null
          reading_time: number
          sample: boolean
          slug: string
          status: string
          title_ar: string
          title_en: string
          title_fr: string
          updated_at: string
          view_count: number
        }
        Insert: {
          author_id?: string | null
          content_ar?: string
          content_en?: string
          content_fr?: string
          created_at?: string
          excerpt_ar?: string
          excerpt_en?: string
          excerpt_fr?: string
          featured_image_alt_ar?: string
          featured_image_alt_en?: string
          featured_image_alt_fr?: string
          featured_image_url?: string | null
          id?: string
          picture_id?: string | null
          published_at?: string | null
          reading_time?: number
          sample?: boolean
          slug: string
          status?: string
          title_ar?: string
          title_en: string
          title_fr?: string
          updated_at?: string
          view_count?: number
        }
        Update: {
          author_id?: string | null
          content_ar?: string
          content_en?: string
          content_fr?: string
          created_at?: string
          excerpt_ar?: string
          excerpt_en?: string
          excerpt_fr?: string
          featured_image_alt_ar?: string
          featured_image_alt_en?: string
          featured_image_alt_fr?: string
          featured_image_url?: string | null
          id?: string
          picture_id?: string | null
          published_at?: string | null
          reading_time?: number
          sample?: boolean
          slug?: string
          status?: string
          title_ar?: string
          title_en?: string
          title_fr?: string
          updated_at?: string
          view_count?: number
        }
        Relationships: [
          {
            foreignKeyName: "blog_posts_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blog_posts_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      book_order_changes: {
        Row: {
          author_id: string | null
          created_at: string
          edited: string[]
          from_status: string
          id: string
          made_by: string
          mail: boolean
          message: string | null
          order_id: string
          reason: string | null
          restock: boolean
          to_status: string
        }
        Insert: {
          author_id?: string | null
          created_at?: string
          edited?: string[]
          from_status: string
          id?: string
          made_by?: string
          mail?: boolean
          message?: string | null
          order_id: string
          reason?: string | null
          restock?: boolean
          to_status: string
        }
        Update: {
          author_id?: string | null
          created_at?: string
          edited?: string[]
          from_status?: string
          id?: string
          made_by?: string
          mail?: boolean
          message?: string | null
          order_id?: string
          reason?: string | null
          restock?: boolean
          to_status?: string
        }
        Relationships: [
          {
            foreignKeyName: "book_order_changes_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "book_order_changes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "book_order_search"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "book_order_changes_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "book_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      book_order_imports: {
        Row: {
          added: number
          author_id: string | null
          copies: number
          created_at: string
          id: string
          known: number
          made_by: string
          refused: number
        }
        Insert: {
          added: number
          author_id?: string | null
          copies: number
          created_at?: string
          id?: string
          known: number
          made_by?: string
          refused: number
        }
        Update: {
          added?: number
          author_id?: string | null
          copies?: number
          created_at?: string
          id?: string
          known?: number
          made_by?: string
          refused?: number
        }
        Relationships: [
          {
            foreignKeyName: "book_order_imports_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      book_order_refunds: {
        Row: {
          amount: number
          author_id: string | null
          created_at: string
          id: string
          made_by: string
          mail: boolean
          message: string | null
          method: string
          order_id: string
          reason: string | null
          refunded_on: string
          tell_reason: boolean
          withdrawn_at: string | null
          withdrawn_by: string
        }
        Insert: {
          amount: number
          author_id?: string | null
          created_at?: string
          id?: string
          made_by?: string
          mail?: boolean
          message?: string | null
          method: string
          order_id: string
          reason?: string | null
          refunded_on?: string
          tell_reason?: boolean
          withdrawn_at?: string | null
          withdrawn_by?: string
        }
        Update: {
          amount?: number
          author_id?: string | null
          created_at?: string
          id?: string
          made_by?: string
          mail?: boolean
          message?: string | null
          method?: string
          order_id?: string
          reason?: string | null
          refunded_on?: string
          tell_reason?: boolean
          withdrawn_at?: string | null
          withdrawn_by?: string
        }
        Relationships: [
          {
            foreignKeyName: "book_order_refunds_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "book_order_refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "book_order_search"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "book_order_refunds_order_id_fkey"
            columns: ["order_id"]
            isOneToOne: false
            referencedRelation: "book_orders"
            referencedColumns: ["id"]
          },
        ]
      }
      book_orders: {
        Row: {
          buyer_email: string
          buyer_name: string
          buyer_phone: string
          confirmed: boolean
          created_at: string
          currency: string
          edition: string | null
          erased_at: string | null
          fulfilled: boolean
          id: string
          import_id: string | null
          language: string | null
          notes: string | null
          order_number: string
          order_status: string
          paid: boolean
          paid_at: string | null
          payment_method: string
          payment_status: string
          quantity: number
          refunded_amount: number
          restocked: boolean
          search_text: string | null
          shipping_address: string
          shipping_city: string
          shipping_postal_code: string | null
          total_amount: number
          updated_at: string
        }
        Insert: {
          buyer_email: string
          buyer_name: string
          buyer_phone: string
          confirmed?: boolean
          created_at?: string
          currency?: string
          edition?: string | null
          erased_at?: string | null
          fulfilled?: boolean
          id?: string
          import_id?: string | null
          language?: string | null
          notes?: string | null
          order_number?: string
          order_status?: string
          paid?: boolean
          paid_at?: string | null
          payment_method?: string
          payment_status?: string
          quantity?: number
          refunded_amount?: number
          restocked?: boolean
          search_text?: never
          shipping_address?: string
          shipping_city?: string
          shipping_postal_code?: string | null
          total_amount: number
          updated_at?: string
        }
        Update: {
          buyer_email?: string
          buyer_name?: string
          buyer_phone?: string
          confirmed?: boolean
          created_at?: string
          currency?: string
          edition?: string | null
          erased_at?: string | null
          fulfilled?: boolean
          id?: string
          import_id?: string | null
          language?: string | null
          notes?: string | null
          order_number?: string
          order_status?: string
          paid?: boolean
          paid_at?: string | null
          payment_method?: string
          payment_status?: string
          quantity?: number
          refunded_amount?: number
          restocked?: boolean
          search_text?: never
          shipping_address?: string
          shipping_city?: string
          shipping_postal_code?: string | null
          total_amount?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "book_orders_import_id_fkey"
            columns: ["import_id"]
            isOneToOne: false
            referencedRelation: "book_order_imports"
            referencedColumns: ["id"]
          },
        ]
      }
      book_review_contacts: {
        Row: {
          email: string
          review_id: string
        }
        Insert: {
          email: string
          review_id: string
        }
        Update: {
          email?: string
          review_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "book_review_contacts_review_id_fkey"
            columns: ["review_id"]
            isOneToOne: true
            referencedRelation: "book_reviews"
            referencedColumns: ["id"]
          },
        ]
      }
      book_reviews: {
        Row: {
          comment_ar: string | null
          comment_en: string | null
          comment_fr: string | null
          created_at: string
          display_order: number
          email: string | null
          featured: boolean
          id: string
          name: string
          ordered: boolean
          proof_path: string | null
          purchase_image_url: string | null
          rating: number
          reviewer_image_url: string | null
          sample: boolean
          status: string
          updated_at: string
          verified: boolean
        }
        Insert: {
          comment_ar?: string | null
          comment_en?: string | null
          comment_fr?: string | null
          created_at?: string
          display_order?: number
          email?: string | null
          featured?: boolean
          id?: string
          name: string
          ordered?: boolean
          proof_path?: string | null
          purchase_image_url?: string | null
          rating?: number
          reviewer_image_url?: string | null
          sample?: boolean
          status?: string
          updated_at?: string
          verified?: boolean
        }
        Update: {
          comment_ar?: string | null
          comment_en?: string | null
          comment_fr?: string | null
          created_at?: string
          display_order?: number
          email?: string | null
          featured?: boolean
          id?: string
          name?: string
          ordered?: boolean
          proof_path?: string | null
          purchase_image_url?: string | null
          rating?: number
          reviewer_image_url?: string | null
          sample?: boolean
          status?: string
          updated_at?: string
          verified?: boolean
        }
        Relationships: []
      }
      contact_submissions: {
        Row: {
          assigned_to: string | null
          created_at: string
          email: string
          id: string
          language: string | null
          message: string
          name: string
          notes: string | null
          source_page: string | null
          status: string
          subject: string
          updated_at: string
          replied: boolean | null
          search_text: string | null
          waiting_since: string | null
        }
        Insert: {
          assigned_to?: string | null
          created_at?: string
          email: string
          id?: string
          language?: string | null
          message: string
          name: string
          notes?: string | null
          source_page?: string | null
          status?: string
          subject: string
          updated_at?: string
        }
        Update: {
          assigned_to?: string | null
          created_at?: string
          email?: string
          id?: string
          language?: string | null
          message?: string
          name?: string
          notes?: string | null
          source_page?: string | null
          status?: string
          subject?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "contact_submissions_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      expedition_pictures: {
        Row: {
          display_order: number
          expedition_id: string
          picture_id: string
        }
        Insert: {
          display_order?: number
          expedition_id: string
          picture_id: string
        }
        Update: {
          display_order?: number
          expedition_id?: string
          picture_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "expedition_pictures_expedition_id_fkey"
            columns: ["expedition_id"]
            isOneToOne: false
            referencedRelation: "expeditions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "expedition_pictures_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "expedition_pictures_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      expeditions: {
        Row: {
          badge_ar: string | null
          badge_en: string | null
          badge_fr: string | null
          beyond_seven_summits: boolean
          continent: string
          country: string
          created_at: string
          description_ar: string
          description_en: string
          description_fr: string
          display_order: number
          duration_days: number
          flag: string | null
          height_m: number
          hero_image_alt_ar: string
          hero_image_alt_en: string
          hero_image_alt_fr: string
          hero_image_url: string | null
          id: string
          is_attempt: boolean
          location: string | null
          location_ar: string
          location_fr: string
          name_ar: string
          name_en: string
          name_fr: string
          picture_id: string | null
          published: boolean
          route: string | null
          route_ar: string
          route_fr: string
          slug: string
          team_size: string | null
          temperature: string | null
          updated_at: string
          year: number
        }
        Insert: {
          badge_ar?: string | null
          badge_en?: string | null
          badge_fr?: string | null
          beyond_seven_summits?: boolean
          continent: string
          country: string
          created_at?: string
          description_ar?: string
          description_en?: string
          description_fr?: string
          display_order?: number
          duration_days?: number
          flag?: string | null
          height_m?: number
          hero_image_alt_ar?: string
          hero_image_alt_en?: string
          hero_image_alt_fr?: string
          hero_image_url?: string | null
          id?: string
          is_attempt?: boolean
          location?: string | null
          location_ar?: string
          location_fr?: string
          name_ar?: string
          name_en: string
          name_fr?: string
          picture_id?: string | null
          published?: boolean
          route?: string | null
          route_ar?: string
          route_fr?: string
          slug: string
          team_size?: string | null
          temperature?: string | null
          updated_at?: string
          year: number
        }
        Update: {
          badge_ar?: string | null
          badge_en?: string | null
          badge_fr?: string | null
          beyond_seven_summits?: boolean
          continent?: string
          country?: string
          created_at?: string
          description_ar?: string
          description_en?: string
          description_fr?: string
          display_order?: number
          duration_days?: number
          flag?: string | null
          height_m?: number
          hero_image_alt_ar?: string
          hero_image_alt_en?: string
          hero_image_alt_fr?: string
          hero_image_url?: string | null
          id?: string
          is_attempt?: boolean
          location?: string | null
          location_ar?: string
          location_fr?: string
          name_ar?: string
          name_en?: string
          name_fr?: string
          picture_id?: string | null
          published?: boolean
          route?: string | null
          route_ar?: string
          route_fr?: string
          slug?: string
          team_size?: string | null
          temperature?: string | null
          updated_at?: string
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: "expeditions_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "expeditions_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      inquiry_replies: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          error: string | null
          form_type: string
          id: string
          inquiry_id: string
          language: string
          sent_by: string
          state: string
          subject: string
          updated_at: string
        }
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          error?: string | null
          form_type: string
          id?: string
          inquiry_id: string
          language: string
          sent_by?: string
          state?: string
          subject: string
          updated_at?: string
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          error?: string | null
          form_type?: string
          id?: string
          inquiry_id?: string
          language?: string
          sent_by?: string
          state?: string
          subject?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "inquiry_replies_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      mail_notices: {
        Row: {
          created_at: string
          done: boolean
          in_digest: boolean
          kind: string
          message_id: string | null
          row_id: string
        }
        Insert: {
          created_at?: string
          done?: boolean
          in_digest?: boolean
          kind: string
          message_id?: string | null
          row_id: string
        }
        Update: {
          created_at?: string
          done?: boolean
          in_digest?: boolean
          kind?: string
          message_id?: string | null
          row_id?: string
        }
        Relationships: []
      }
      media_coverage: {
        Row: {
          created_at: string
          date: string
          display_order: number
          excerpt_ar: string | null
          excerpt_en: string | null
          excerpt_fr: string | null
          id: string
          link_url: string | null
          outlet: string
          outlet_ar: string
          outlet_fr: string
          picture_id: string | null
          published: boolean
          sample: boolean
          title_ar: string
          title_en: string
          title_fr: string
          type: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          date: string
          display_order?: number
          excerpt_ar?: string | null
          excerpt_en?: string | null
          excerpt_fr?: string | null
          id?: string
          link_url?: string | null
          outlet: string
          outlet_ar?: string
          outlet_fr?: string
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en: string
          title_fr?: string
          type: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          date?: string
          display_order?: number
          excerpt_ar?: string | null
          excerpt_en?: string | null
          excerpt_fr?: string | null
          id?: string
          link_url?: string | null
          outlet?: string
          outlet_ar?: string
          outlet_fr?: string
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en?: string
          title_fr?: string
          type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "media_coverage_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "media_coverage_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      media_highlights: {
        Row: {
          created_at: string
          date: string
          description_ar: string | null
          description_en: string | null
          description_fr: string | null
          display_order: number
          id: string
          image_alt_ar: string
          image_alt_en: string
          image_alt_fr: string
          image_url: string | null
          link_url: string | null
          outlet: string | null
          outlet_ar: string | null
          outlet_fr: string | null
          picture_id: string | null
          published: boolean
          sample: boolean
          title_ar: string
          title_en: string
          title_fr: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          date: string
          description_ar?: string | null
          description_en?: string | null
          description_fr?: string | null
          display_order?: number
          id?: string
          image_alt_ar?: string
          image_alt_en?: string
          image_alt_fr?: string
          image_url?: string | null
          link_url?: string | null
          outlet?: string | null
          outlet_ar?: string | null
          outlet_fr?: string | null
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en: string
          title_fr?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          date?: string
          description_ar?: string | null
          description_en?: string | null
          description_fr?: string | null
          display_order?: number
          id?: string
          image_alt_ar?: string
          image_alt_en?: string
          image_alt_fr?: string
          image_url?: string | null
          link_url?: string | null
          outlet?: string | null
          outlet_ar?: string | null
          outlet_fr?: string | null
          picture_id?: string | null
          published?: boolean
          sample?: boolean
          title_ar?: string
          title_en?: string
          title_fr?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "media_highlights_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "media_highlights_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      newsletter_recipients: {
        Row: {
          created_at: string
          id: string
          language: string
          leave_token_hash: string | null
          message_id: string | null
          newsletter_id: string
          reason: string | null
          state: string
          subscriber_id: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          language: string
          leave_token_hash?: string | null
          message_id?: string | null
          newsletter_id: string
          reason?: string | null
          state?: string
          subscriber_id?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          language?: string
          leave_token_hash?: string | null
          message_id?: string | null
          newsletter_id?: string
          reason?: string | null
          state?: string
          subscriber_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "newsletter_recipients_newsletter_id_fkey"
            columns: ["newsletter_id"]
            isOneToOne: false
            referencedRelation: "newsletters"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "newsletter_recipients_subscriber_id_fkey"
            columns: ["subscriber_id"]
            isOneToOne: false
            referencedRelation: "newsletter_subscribers"
            referencedColumns: ["id"]
          },
        ]
      }
      newsletter_subscribers: {
        Row: {
          asked_at: string | null
          confirm_token_hash: string | null
          confirmed_at: string | null
          created_at: string
          email: string
          id: string
          imported_at: string | null
          language: string
          leave_token_hash: string | null
          status: string
          updated_at: string
        }
        Insert: {
          asked_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email: string
          id?: string
          imported_at?: string | null
          language?: string
          leave_token_hash?: string | null
          status?: string
          updated_at?: string
        }
        Update: {
          asked_at?: string | null
          confirm_token_hash?: string | null
          confirmed_at?: string | null
          created_at?: string
          email?: string
          id?: string
          imported_at?: string | null
          language?: string
          leave_token_hash?: string | null
          status?: string
          updated_at?: string
        }
        Relationships: []
      }
      newsletters: {
        Row: {
          author_id: string | null
          batch: number
          batched_at: string | null
          body_ar: string
          body_en: string
          body_fr: string
          created_at: string
          failed: number
          finished_at: string | null
          id: string
          recipients: number
          saved_by: string | null
          scheduled_for: string | null
          sent: number
          skipped: number
          started_at: string | null
          status: string
          subject_ar: string
          subject_en: string
          subject_fr: string
          updated_at: string
          written: string[]
        }
        Insert: {
          author_id?: string | null
          batch?: number
          batched_at?: string | null
          body_ar?: string
          body_en?: string
          body_fr?: string
          created_at?: string
          failed?: number
          finished_at?: string | null
          id?: string
          recipients?: number
          saved_by?: string | null
          scheduled_for?: string | null
          sent?: number
          skipped?: number
          started_at?: string | null
          status?: string
          subject_ar?: string
          subject_en?: string
          subject_fr?: string
          updated_at?: string
          written?: never
        }
        Update: {
          author_id?: string | null
          batch?: number
          batched_at?: string | null
          body_ar?: string
          body_en?: string
          body_fr?: string
          created_at?: string
          failed?: number
          finished_at?: string | null
          id?: string
          recipients?: number
          saved_by?: string | null
          scheduled_for?: string | null
          sent?: number
          skipped?: number
          started_at?: string | null
          status?: string
          subject_ar?: string
          subject_en?: string
          subject_fr?: string
          updated_at?: string
          written?: never
        }
        Relationships: [
          {
            foreignKeyName: "newsletters_saved_by_fkey"
            columns: ["saved_by"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      pictures: {
        Row: {
          alt_ar: string
          alt_en: string
          alt_fr: string
          bytes: number
          content_type: string
          created_at: string
          credit_ar: string
          credit_en: string
          credit_fr: string
          crop: number[] | null
          focal_x: number
          focal_y: number
          height: number
          id: string
          name: string
          original_path: string | null
          path: string
          placeholder: string | null
          tags: string[]
          updated_at: string
          width: number
        }
        Insert: {
          alt_ar?: string
          alt_en?: string
          alt_fr?: string
          bytes: number
          content_type: string
          created_at?: string
          credit_ar?: string
          credit_en?: string
          credit_fr?: string
          crop?: number[] | null
          focal_x?: number
          focal_y?: number
          height: number
          id?: string
          name: string
          original_path?: string | null
          path: string
          placeholder?: string | null
          tags?: string[]
          updated_at?: string
          width: number
        }
        Update: {
          alt_ar?: string
          alt_en?: string
          alt_fr?: string
          bytes?: number
          content_type?: string
          created_at?: string
          credit_ar?: string
          credit_en?: string
          credit_fr?: string
          crop?: number[] | null
          focal_x?: number
          focal_y?: number
          height?: number
          id?: string
          name?: string
          original_path?: string | null
          path?: string
          placeholder?: string | null
          tags?: string[]
          updated_at?: string
          width?: number
        }
        Relationships: []
      }
      retreat_inquiries: {
        Row: {
          assigned_to: string | null
          created_at: string
          email: string
          id: string
          language: string | null
          message: string | null
          name: string
          notes: string | null
          phone: string
          status: string
          updated_at: string
        }
        Insert: {
          assigned_to?: string | null
          created_at?: string
          email: string
          id?: string
          language?: string | null
          message?: string | null
          name: string
          notes?: string | null
          phone: string
          status?: string
          updated_at?: string
        }
        Update: {
          assigned_to?: string | null
          created_at?: string
          email?: string
          id?: string
          language?: string | null
          message?: string | null
          name?: string
          notes?: string | null
          phone?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "retreat_inquiries_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      site_settings: {
        Row: {
          description: string
          key: string
          updated_at: string
          value: NonNullable<Json>
        }
        Insert: {
          description?: string
          key: string
          updated_at?: string
          value: NonNullable<Json>
        }
        Update: {
          description?: string
          key?: string
          updated_at?: string
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      speaking_inquiries: {
        Row: {
          assigned_to: string | null
          audience_size: number | null
          contact_submission_id: string | null
          created_at: string
          email: string
          event_date: string | null
          id: string
          message: string
          name: string
          notes: string | null
          organization: string | null
          phone: string | null
          status: string
          topic: string | null
          updated_at: string
        }
        Insert: {
          assigned_to?: string | null
          audience_size?: number | null
          contact_submission_id?: string | null
          created_at?: string
          email: string
          event_date?: string | null
          id?: string
          message: string
          name: string
          notes?: string | null
          organization?: string | null
          phone?: string | null
          status?: string
          topic?: string | null
          updated_at?: string
        }
        Update: {
          assigned_to?: string | null
          audience_size?: number | null
          contact_submission_id?: string | null
          created_at?: string
          email?: string
          event_date?: string | null
          id?: string
          message?: string
          name?: string
          notes?: string | null
          organization?: string | null
          phone?: string | null
          status?: string
          topic?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "speaking_inquiries_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "speaking_inquiries_contact_submission_id_fkey"
            columns: ["contact_submission_id"]
            isOneToOne: false
            referencedRelation: "contact_submissions"
            referencedColumns: ["id"]
          },
        ]
      }
      speaking_topics: {
        Row: {
          created_at: string
          description_ar: string
          description_en: string
          description_fr: string
          display_order: number
          id: string
          outcomes_ar: string[]
          outcomes_en: string[]
          outcomes_fr: string[]
          published: boolean
          slug: string
          title_ar: string
          title_en: string
          title_fr: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          description_ar?: string
          description_en?: string
          description_fr?: string
          display_order?: number
          id?: string
          outcomes_ar?: string[]
          outcomes_en: string[]
          outcomes_fr?: string[]
          published?: boolean
          slug: string
          title_ar?: string
          title_en: string
          title_fr?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description_ar?: string
          description_en?: string
          description_fr?: string
          display_order?: number
          id?: string
          outcomes_ar?: string[]
          outcomes_en?: string[]
          outcomes_fr?: string[]
          published?: boolean
          slug?: string
          title_ar?: string
          title_en?: string
          title_fr?: string
          updated_at?: string
        }
        Relationships: []
      }
      sponsorship_inquiries: {
        Row: {
          assigned_to: string | null
          attachment_name: string | null
          attachment_path: string | null
          attachment_size: number | null
          attachment_type: string | null
          budget_range: string
          created_at: string
          email: string
          id: string
          language: string | null
          message: string
          name: string
          notes: string | null
          organization: string
          status: string
          updated_at: string
        }
        Insert: {
          assigned_to?: string | null
          attachment_name?: string | null
          attachment_path?: string | null
          attachment_size?: number | null
          attachment_type?: string | null
          budget_range: string
          created_at?: string
          email: string
          id?: string
          language?: string | null
          message: string
          name: string
          notes?: string | null
          organization: string
          status?: string
          updated_at?: string
        }
        Update: {
          assigned_to?: string | null
          attachment_name?: string | null
          attachment_path?: string | null
          attachment_size?: number | null
          attachment_type?: string | null
          budget_range?: string
          created_at?: string
          email?: string
          id?: string
          language?: string | null
          message?: string
          name?: string
          notes?: string | null
          organization?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "sponsorship_inquiries_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "admin_users"
            referencedColumns: ["id"]
          },
        ]
      }
      testimonials: {
        Row: {
          author_name: string
          author_role_ar: string | null
          author_role_en: string | null
          author_role_fr: string | null
          created_at: string
          display_order: number
          id: string
          organization: string | null
          picture_id: string | null
          published: boolean
          quote_ar: string
          quote_en: string
          quote_fr: string
          sample: boolean
          updated_at: string
        }
        Insert: {
          author_name: string
          author_role_ar?: string | null
          author_role_en?: string | null
          author_role_fr?: string | null
          created_at?: string
          display_order?: number
          id?: string
          organization?: string | null
          picture_id?: string | null
          published?: boolean
          quote_ar?: string
          quote_en: string
          quote_fr?: string
          sample?: boolean
          updated_at?: string
        }
        Update: {
          author_name?: string
          author_role_ar?: string | null
          author_role_en?: string | null
          author_role_fr?: string | null
          created_at?: string
          display_order?: number
          id?: string
          organization?: string | null
          picture_id?: string | null
          published?: boolean
          quote_ar?: string
          quote_en?: string
          quote_fr?: string
          sample?: boolean
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "testimonials_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "picture_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "testimonials_picture_id_fkey"
            columns: ["picture_id"]
            isOneToOne: false
            referencedRelation: "pictures"
            referencedColumns: ["id"]
          },
        ]
      }
      trash: {
        Row: {
          deleted_at: string
          deleted_by: string | null
          deleted_by_email: string | null
          id: number
          name: string
          row_id: string
          table_name: string
          transaction: unknown
        }
        Insert: {
          deleted_at?: string
          deleted_by?: string | null
          deleted_by_email?: string | null
          id?: never
          name: string
          row_id: string
          table_name: string
          transaction?: unknown
        }
        Update: {
          deleted_at?: string
          deleted_by?: string | null
          deleted_by_email?: string | null
          id?: never
          name?: string
          row_id?: string
          table_name?: string
          transaction?: unknown
        }
        Relationships: []
      }
    }
    Views: {
      audit_entries: {
        Row: {
          action: string | null
          actor: string | null
          actor_email: string | null
          actor_name: string | null
          actor_role: string | null
          at: string | null
          changes: Json | null
          id: number | null
          record_name: string | null
          request_id: string | null
          row_id: string | null
          table_name: string | null
        }
        Relationships: []
      }
      blog_post_list: {
        Row: {
          copy_updated_at: string | null
          created_at: string | null
          id: string | null
          published_at: string | null
          reading_time: number | null
          slug: string | null
          status: string | null
          title_ar: string | null
          title_en: string | null
          title_fr: string | null
          updated_at: string | null
          view_count: number | null
          written: string[] | null
        }
        Relationships: []
      }
      book_order_search: {
        Row: {
          buyer_email: string | null
          buyer_name: string | null
          buyer_phone: string | null
          city_key: string | null
          confirmed: boolean | null
          created_at: string | null
          currency: string | null
          edition: string | null
          erased_at: string | null
          fulfilled: boolean | null
          id: string | null
          import_id: string | null
          language: string | null
          notes: string | null
          order_number: string | null
          order_status: string | null
          paid: boolean | null
          paid_at: string | null
          payment_method: string | null
          payment_status: string | null
          pieces: string[] | null
          quantity: number | null
          refunded_amount: number | null
          restocked: boolean | null
          search_text: string | null
          shipping_address: string | null
          shipping_city: string | null
          shipping_postal_code: string | null
          total_amount: number | null
          updated_at: string | null
        }
        Insert: {
          buyer_email?: string | null
          buyer_name?: string | null
          buyer_phone?: string | null
          city_key?: never
          confirmed?: boolean | null
          created_at?: string | null
          currency?: string | null
          edition?: never
          erased_at?: string | null
          fulfilled?: boolean | null
          id?: string | null
          import_id?: string | null
          language?: string | null
          notes?: string | null
          order_number?: string | null
          order_status?: string | null
          paid?: boolean | null
          paid_at?: string | null
          payment_method?: string | null
          payment_status?: string | null
          pieces?: never
          quantity?: number | null
          refunded_amount?: number | null
          restocked?: boolean | null
          search_text?: string | null
          shipping_address?: string | null
          shipping_city?: string | null
          shipping_postal_code?: string | null
          total_amount?: number | null
          updated_at?: string | null
        }
        Update: {
          buyer_email?: string | null
          buyer_name?: string | null
          buyer_phone?: string | null
          city_key?: never
          confirmed?: boolean | null
          created_at?: string | null
          currency?: string | null
          edition?: never
          erased_at?: string | null
          fulfilled?: boolean | null
          id?: string | null
          import_id?: string | null
          language?: string | null
          notes?: string | null
          order_number?: string | null
          order_status?: string | null
          paid?: boolean | null
          paid_at?: string | null
          payment_method?: string | null
          payment_status?: string | null
          pieces?: never
          quantity?: number | null
          refunded_amount?: number | null
          restocked?: boolean | null
          search_text?: string | null
          shipping_address?: string | null
          shipping_city?: string | null
          shipping_postal_code?: string | null
          total_amount?: number | null
          updated_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "book_orders_import_id_fkey"
            columns: ["import_id"]
            isOneToOne: false
            referencedRelation: "book_order_imports"
            referencedColumns: ["id"]
          },
        ]
      }
      form_submissions: {
        Row: {
          assigned_to: string | null
          created_at: string | null
          email: string | null
          form_type: string | null
          id: string | null
          message: string | null
          name: string | null
          notes: string | null
          phone: string | null
          record: Json | null
          replied: boolean | null
          search_text: string | null
          status: string | null
          updated_at: string | null
          waiting_since: string | null
        }
        Relationships: []
      }
      picture_list: {
        Row: {
          alt_ar: string | null
          alt_en: string | null
          alt_fr: string | null
          bytes: number | null
          content_type: string | null
          created_at: string | null
          credit_ar: string | null
          credit_en: string | null
          credit_fr: string | null
          crop: number[] | null
          focal_x: number | null
          focal_y: number | null
          height: number | null
          id: string | null
          name: string | null
          original_path: string | null
          path: string | null
          placeholder: string | null
          tags: string[] | null
          updated_at: string | null
          uses: number | null
          width: number | null
        }
        Relationships: []
      }
      picture_tags: {
        Row: {
          pictures: number | null
          tag: string | null
        }
        Relationships: []
      }
      picture_uses: {
        Row: {
          picture_id: string | null
          place: string | null
          row_id: string | null
          title_ar: string | null
          title_en: string | null
          title_fr: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      admins_with_second_factor: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      cancel_orders: {
        Args: { mail?: boolean; orders: Json; reason: string }
        Returns: {
          id: string
          outcome: string
        }[]
      }
      convert_to_speaking_inquiry: {
        Args: {
          audience_size?: number
          contact_submission_id: string
          event_date?: string
          organization?: string
          phone?: string
          topic?: string
        }
        Returns: {
          assigned_to: string | null
          audience_size: number | null
          contact_submission_id: string | null
          created_at: string
          email: string
          event_date: string | null
          id: string
          message: string
          name: string
          notes: string | null
          organization: string | null
          phone: string | null
          status: string
          topic: string | null
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "speaking_inquiries"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      delete_inquiries: {
        Args: { inquiries: string[] }
        Returns: {
          entry: number
          id: string
        }[]
      }
      edit_order: {
        Args: {
          changes: Json
          known: string
          mail?: boolean
          message?: string
          order_id: string
        }
        Returns: undefined
      }
      erase_person: { Args: { records: Json }; Returns: Json }
      expire_personal_data: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      export_person: { Args: { records: Json }; Returns: Json }
      find_person: {
        Args: { search: string }
        Returns: {
          about: string
          created_at: string
          direct: boolean
          email: string
          id: string
          name: string
          phone: string
          source: string
          status: string
        }[]
      }
      import_orders: {
        Args: { only_check?: boolean; records: Json }
        Returns: {
          line: number
          outcome: string
          reason: string
          taken: number
        }[]
      }
      import_subscribers: {
        Args: { only_check?: boolean; records: Json }
        Returns: {
          known: boolean
          line: number
        }[]
      }
      inquiry_ages: {
        Args: Record<PropertyKey, never>
        Returns: {
          form_type: string
          oldest: string
          oldest_id: string
          waiting: number
        }[]
      }
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_super_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      mark_orders: {
        Args: { flag: string; orders: Json; value?: boolean }
        Returns: {
          id: string
          outcome: string
        }[]
      }
      missing_second_factor: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      newsletter_groups: {
        Args: { newsletter: string }
        Returns: {
          language: string
          recipients: number
          sent_in: string
        }[]
      }
      order_cities: {
        Args: {
          editions?: string[]
          is_confirmed?: boolean
          is_fulfilled?: boolean
          is_paid?: boolean
          methods?: string[]
          patterns?: string[]
          pieces?: string[]
          placed_before?: string
          placed_from?: string
          states?: string[]
        }
        Returns: {
          city: string
          city_key: string
          orders: number
        }[]
      }
      order_counts: {
        Args: {
          cities?: string[]
          patterns?: string[]
          pieces?: string[]
          placed_before?: string
          placed_from?: string
        }
        Returns: {
          confirmed: boolean
          edition: string
          fulfilled: boolean
          order_status: string
          orders: number
          paid: boolean
          payment_method: string
        }[]
      }
      orders_per_day: {
        Args: { days?: number }
        Returns: {
          copies: number
          day: string
          ordered: number
          orders: number
          revenue: number
        }[]
      }
      record_name: {
        Args: { row_id: string; table_name: string }
        Returns: string
      }
      remove_samples: { Args: { kinds: string[] }; Returns: number }
      remove_second_factor: { Args: { admin_id: string }; Returns: undefined }
      replied: {
        Args: {
          sent: Database["public"]["Tables"]["contact_submissions"]["Row"]
        }
        Returns: boolean
      }
      restore_all_from_trash: { Args: { entries: number[] }; Returns: number }
      restore_from_trash: { Args: { entry: number }; Returns: undefined }
      sample_rows: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          kind: string
          name_ar: string
          name_en: string
          name_fr: string
        }[]
      }
      save_expedition_gallery: {
        Args: { expedition_id: string; known: string[]; pictures: string[] }
        Returns: undefined
      }
      save_settings: {
        Args: { changes: Json; known?: Json }
        Returns: undefined
      }
      search_text: {
        Args: {
          sent: Database["public"]["Tables"]["contact_submissions"]["Row"]
        }
        Returns: string
      }
      set_inquiry_status: {
        Args: { inquiries: string[]; status: string }
        Returns: {
          id: string
          was: string
        }[]
      }
      unread_counts: {
        Args: { marks: Json }
        Returns: {
          kind: string
          unread: number
        }[]
      }
      waiting_since: {
        Args: {
          sent: Database["public"]["Tables"]["contact_submissions"]["Row"]
        }
        Returns: string
      }
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
  public: {
    Enums: {},
  },
} as const
