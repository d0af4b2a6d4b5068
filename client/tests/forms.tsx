import type { ReactNode } from 'react';
import { PostEditor } from '../src/admin/features/blog/post-editor';
import { PostEditorStore } from '../src/admin/features/blog/post-editor-store';
import { NewOrderForm } from '../src/admin/features/book-orders/new-order-form';
import { OrderCancelDialog } from '../src/admin/features/book-orders/order-cancel-dialog';
import { OrderEditForm } from '../src/admin/features/book-orders/order-edit-form';
import { OrderEndForm } from '../src/admin/features/book-orders/order-end-form';
import type { Order } from '../src/admin/features/book-orders/order-flag';
import { OrderNotes } from '../src/admin/features/book-orders/order-notes';
import { OrderRefundForm } from '../src/admin/features/book-orders/order-refund-form';
import { AddReviewDrawer } from '../src/admin/features/book-reviews/add-review-drawer';
import { awards } from '../src/admin/features/content/awards';
import type { Content, ContentTable } from '../src/admin/features/content/content';
import { ContentScreen } from '../src/admin/features/content/content-screen';
import { coverage } from '../src/admin/features/content/coverage';
import { expeditions } from '../src/admin/features/content/expeditions';
import { highlights } from '../src/admin/features/content/highlights';
import { testimonials } from '../src/admin/features/content/testimonials';
import { topics } from '../src/admin/features/content/topics';
import { ConvertForm } from '../src/admin/features/inbox/convert-form';
import { MessageInbox } from '../src/admin/features/inbox/message-inbox';
import type { Newsletter } from '../src/admin/features/newsletter/newsletter';
import { NewsletterEditor } from '../src/admin/features/newsletter/newsletter-editor';
import { NewsletterStore } from '../src/admin/features/newsletter/newsletter-store';
import { PictureDrawer } from '../src/admin/features/pictures/picture-drawer';
import { BookGroup } from '../src/admin/features/settings/groups/book-group';
import { BrandGroup } from '../src/admin/features/settings/groups/brand-group';
import { ContactGroup } from '../src/admin/features/settings/groups/contact-group';
import { DeliveryGroup } from '../src/admin/features/settings/groups/delivery-group';
import { ExpeditionsGroup } from '../src/admin/features/settings/groups/expeditions-group';
import { HomeGroup } from '../src/admin/features/settings/groups/home-group';
import { MailGroup } from '../src/admin/features/settings/groups/mail-group';
import { OtherGroup } from '../src/admin/features/settings/groups/other-group';
import { PressGroup } from '../src/admin/features/settings/groups/press-group';
import { RetreatGroup } from '../src/admin/features/settings/groups/retreat-group';
import { ShippingGroup } from '../src/admin/features/settings/groups/shipping-group';
import { SocialGroup } from '../src/admin/features/settings/groups/social-group';
import { VideosGroup } from '../src/admin/features/settings/groups/videos-group';
import { AddAdminDrawer } from '../src/admin/features/users/add-admin-drawer';
import { EditAdminDrawer } from '../src/admin/features/users/edit-admin-drawer';
import { InviteAdminDrawer } from '../src/admin/features/users/invite-admin-drawer';
import { BookOrderForm } from '../src/site/features/book-order/book-order-form';
import { useEdition } from '../src/site/features/book-order/edition';
import { ReviewForm } from '../src/site/features/book-reviews/review-form';
import { BookingForm } from '../src/site/features/contact/booking-form';
import { ContactForm } from '../src/site/features/contact/contact-form';
import { NewsletterForm } from '../src/site/features/newsletter/newsletter-form';
import { RetreatForm } from '../src/site/features/retreat/retreat-form';
import { SponsorForm } from '../src/site/features/sponsorship/sponsor-form';
import { settings } from './seeds';

const id = '00000000-0000-4000-8000-000000000001';
const time = '2026-11-20T10:00:00Z';
const done = () => {};

const order: Order = {
  id,
  order_number: 'BO17636000000001',
  buyer_name: 'Amal',
  buyer_email: 'amal@example.org',
  buyer_phone: '+212612345678',
  shipping_address: '',
  shipping_city: '',
  shipping_postal_code: null,
  quantity: 2,
  total_amount: 558,
  currency: 'MAD',
  payment_method: 'card',
  payment_status: 'paid',
  order_status: 'cancelled',
  confirmed: true,
  paid: true,
  fulfilled: false,
  edition: 'fr',
  notes: null,
  language: null,
  paid_at: time,
  restocked: false,
  refunded_amount: 0,
  erased_at: null,
  import_id: null,
  created_at: time,
  updated_at: time,
};

const message = {
  id,
  name: 'Amal',
  email: 'amal@example.org',
  subject: 'media',
  message: 'Will you come?',
  source_page: 'contact',
  status: 'read',
  notes: null,
  assigned_to: null,
  language: 'en',
  created_at: time,
  updated_at: time,
  speaking_inquiries: [],
} as const;

const picture = {
  id,
  name: 'k2.jpg',
  path: `${id}/1.jpg`,
  width: 600,
  height: 400,
  bytes: 1000,
  focal_x: 0.5,
  focal_y: 0.5,
  alt_en: '',
  alt_fr: '',
  alt_ar: '',
  credit_en: '',
  credit_fr: '',
  credit_ar: '',
  tags: [],
  crop: null,
};

const admin = {
  id,
  auth_user_id: id,
  email: 'amal@example.org',
  role: 'admin',
  full_name: null,
  active: true,
  created_at: time,
  last_login: null,
  invited_at: null,
  second_factor_removed_at: null,
} as const;

const newsletter: Newsletter = {
  id,
  status: 'draft',
  subject_en: '',
  subject_fr: '',
  subject_ar: '',
  body_en: '',
  body_fr: '',
  body_ar: '',
  written: [],
  scheduled_for: null,
  started_at: null,
  finished_at: null,
  batch: 0,
  batched_at: null,
  recipients: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  author_id: null,
  created_at: time,
  updated_at: time,
  saved_by: null,
};

/** The rows that the server has of a table, for the forms that load what they edit. */
export const storedRows: Record<string, readonly object[]> = {
  book_orders: [{ ...order, order_status: 'new', confirmed: false, paid: false, paid_at: null }],
  contact_submissions: [message],
  pictures: [picture],
  admin_users: [admin],
};

const settingRows = settings.map(({ key, value }) => ({
  key,
  value,
  description: '',
  updated_at: time,
}));

const groups = {
  book: BookGroup,
  brand: BrandGroup,
  contact: ContactGroup,
  delivery: DeliveryGroup,
  expeditions: ExpeditionsGroup,
  home: HomeGroup,
  mail: MailGroup,
  press: PressGroup,
  retreat: RetreatGroup,
  shipping: ShippingGroup,
  social: SocialGroup,
  videos: VideosGroup,
};

function OrderForm() {
  const [edition, chooseEdition] = useEdition();
  return (
    <BookOrderForm
      priceMad={279}
      maxPerOrder={20}
      delivery={[]}
      whatsapp={null}
      edition={edition}
      onEdition={chooseEdition}
      onPlaced={done}
    />
  );
}

/** A form of the table required-fields.json, as a test shows it. */
export type ShownForm = {
  part: () => ReactNode;
  /** The address of the back-office; undefined for a form of the public site. */
  address?: string;
  /** The name of the button that opens it. */
  press?: string;
  /** The element around its fields. */
  root?: string;
};

const publicForm = (part: ReactNode): ShownForm => ({ part: () => part });
const adminForm = (part: () => ReactNode, query = ''): ShownForm => ({
  part,
  address: `/admin${query}`,
});
const contentForm = <T extends ContentTable>(content: Content<T>): ShownForm =>
  adminForm(() => <ContentScreen content={content} title="Content" />, '?open=new');

export const forms: Record<string, ShownForm> = {
  book_orders: publicForm(<OrderForm />),
  book_reviews: publicForm(<ReviewForm onDone={done} />),
  contact_submissions: publicForm(<ContactForm />),
  booking: publicForm(<BookingForm talks={[]} chosen="" onChoose={done} />),
  sponsorship_inquiries: publicForm(<SponsorForm />),
  retreat_inquiries: publicForm(<RetreatForm days={{ start: '2126-11-07', end: '2126-11-09' }} />),
  newsletter_subscribers: publicForm(<NewsletterForm synced={false} />),

  expeditions: contentForm(expeditions),
  media_highlights: contentForm(highlights),
  media_coverage: contentForm(coverage),
  awards: contentForm(awards),
  speaking_topics: contentForm(topics),
  testimonials: contentForm(testimonials),

  'new order': adminForm(() => <NewOrderForm onDone={done} />),
  'order correction': adminForm(() => <OrderEditForm id={id} onDone={done} />),
  'order end': adminForm(() => <OrderEndForm order={order} ending="cancelled" onDone={done} />),
  'order cancellation': adminForm(() => (
    <OrderCancelDialog count={2} onCancel={done} onClose={done} />
  )),
  'order notes': adminForm(() => <OrderNotes order={order} />),
  refund: adminForm(() => <OrderRefundForm order={order} onDone={done} />),
  'new review': adminForm(() => <AddReviewDrawer />, '?open=new'),
  'new admin': adminForm(() => <AddAdminDrawer />, '?open=new'),
  invitation: adminForm(() => <InviteAdminDrawer />, '?open=invite'),
  admin: adminForm(
    () => <EditAdminDrawer admins={[admin]} viewer={{ id: '', isSuper: true, onSelf: done }} />,
    `?open=${id}`,
  ),
  pictures: adminForm(() => <PictureDrawer />, `?open=${id}`),
  'speaking inquiry': adminForm(() => (
    <ConvertForm
      entry={{ ...message, form: 'contact', phone: null, replied: false, record: message }}
      onClose={done}
      onDone={done}
    />
  )),
  reply: {
    ...adminForm(() => <MessageInbox me={{ id: 'me', name: 'Sara' }} />, `/contact?open=${id}`),
    press: 'Reply',
    root: 'section:has(> div [name=reply])',
  },
  post: {
    ...adminForm(() => (
      <PostEditor
        store={new PostEditorStore()}
        onCreated={done}
        onRestoreAsNew={done}
        preview={() => null}
      />
    )),
    root: 'main',
  },
  newsletter: {
    ...adminForm(() => <NewsletterEditor store={new NewsletterStore(newsletter)} onOpen={done} />),
    root: 'main',
  },
  'other setting': adminForm(() => <OtherGroup rows={settingRows.slice(0, 1)} />),
  ...Object.fromEntries(
    Object.entries(groups).map(([name, Group]) => [
      `settings.${name}`,
      adminForm(() => <Group rows={settingRows} />),
    ]),
  ),
};
