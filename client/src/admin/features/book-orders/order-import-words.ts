import type { ImportField } from '@/admin/kit/import/read-table';
import type { editions } from './order-edition';
import type { paymentMethods } from './order-flag';
import { orderStates } from './order-status';

export type OrderField =
  | 'order_number'
  | 'created_at'
  | 'buyer_name'
  | 'buyer_email'
  | 'buyer_phone'
  | 'shipping_address'
  | 'shipping_postal_code'
  | 'shipping_city'
  | 'edition'
  | 'quantity'
  | 'total_amount'
  | 'currency'
  | 'payment_method'
  | 'confirmed'
  | 'paid'
  | 'fulfilled'
  | 'order_status'
  | 'paid_at'
  | 'notes';

/** The columns, with the heads of our own export in three languages, and of other files. Heads are compared folded. */
export const orderImportFields = [
  {
    name: 'order_number',
    heads: ['order', 'order number', 'number', 'commande', 'numero', 'numero de commande', 'الطلب'],
  },
  {
    name: 'created_at',
    heads: [
      'ordered',
      'date',
      'order date',
      'commandee le',
      'date de commande',
      'تاريخ الطلب',
      'التاريخ',
    ],
  },
  {
    name: 'buyer_name',
    heads: ['buyer', 'name', 'full name', 'acheteur', 'nom', 'nom complet', 'المشتري', 'الاسم'],
    required: true,
  },
  {
    name: 'buyer_email',
    heads: ['e mail', 'email', 'mail', 'adresse e mail', 'البريد', 'البريد الإلكتروني'],
    required: true,
  },
  {
    name: 'buyer_phone',
    heads: ['phone', 'telephone', 'tel', 'mobile', 'portable', 'gsm', 'الهاتف'],
    required: true,
  },
  { name: 'shipping_address', heads: ['address', 'street', 'adresse', 'rue', 'العنوان'] },
  {
    name: 'shipping_postal_code',
    heads: ['postal code', 'zip', 'code postal', 'الرمز البريدي'],
  },
  { name: 'shipping_city', heads: ['city', 'town', 'ville', 'المدينة'] },
  { name: 'edition', heads: ['edition', 'language', 'langue', 'الطبعة'] },
  {
    name: 'quantity',
    heads: [
      'copies',
      'quantity',
      'qty',
      'exemplaires',
      'quantite',
      'qte',
      'النسخ',
      'عدد النسخ',
      'الكمية',
    ],
  },
  {
    name: 'total_amount',
    heads: [
      'amount ordered',
      'amount',
      'total',
      'montant commande',
      'montant',
      'المبلغ المطلوب',
      'المبلغ',
      'المجموع',
    ],
  },
  { name: 'currency', heads: ['currency', 'devise', 'العملة'] },
  { name: 'payment_method', heads: ['payment', 'paiement', 'mode de paiement', 'طريقة الدفع'] },
  { name: 'confirmed', heads: ['confirmed', 'confirmee', 'confirme', 'مؤكد'] },
  { name: 'paid', heads: ['paid', 'payee', 'paye', 'مدفوع'] },
  {
    name: 'fulfilled',
    heads: ['fulfilled', 'sent', 'shipped', 'livree', 'livre', 'expediee', 'مسلم'],
  },
  { name: 'order_status', heads: ['state', 'status', 'etat', 'statut', 'الحالة'] },
  { name: 'paid_at', heads: ['paid on', 'payee le', 'paye le', 'تاريخ الدفع'] },
  { name: 'notes', heads: ['notes', 'note', 'remarks', 'notes internes', 'remarques', 'ملاحظات'] },
] as const satisfies readonly ImportField<OrderField>[];

/** The states of a file: those of an order, and `paid`, which the export writes for one that is paid and not sent. */
export const importStates = [...orderStates, 'paid'] as const;
export type ImportState = (typeof importStates)[number];

// Words of our export in three languages, and of other files.
export const stateWords: Record<ImportState, readonly string[]> = {
  new: ['new', 'nouvelle', 'nouveau', 'جديد'],
  confirmed: ['confirmed', 'confirmee', 'confirme', 'مؤكد'],
  paid: ['paid', 'payee', 'paye', 'مدفوع'],
  fulfilled: ['fulfilled', 'delivered', 'sent', 'shipped', 'livree', 'livre', 'expediee', 'مسلم'],
  cancelled: ['cancelled', 'canceled', 'annulee', 'annule', 'ملغى'],
  refused: ['refused', 'refusee', 'refuse', 'مرفوض'],
  returned: ['returned', 'retournee', 'retourne', 'مرجع', 'مرتجع'],
  spam: ['spam', 'indesirable', 'مزعج'],
};

export const methodWords: Record<(typeof paymentMethods)[number], readonly string[]> = {
  cash: [
    'cash',
    'cod',
    'cash on delivery',
    'especes',
    'en especes a la livraison',
    'paiement a la livraison',
    'نقدا',
    'نقدا عند الاستلام',
    'الدفع عند الاستلام',
  ],
  card: ['card', 'carte', 'carte bancaire', 'بطاقة', 'بطاقة بنكية'],
  bank_transfer: ['bank transfer', 'transfer', 'virement', 'virement bancaire', 'تحويل بنكي'],
  stripe: [
    'stripe',
    'card, through stripe',
    'carte bancaire, par stripe',
    'بطاقة بنكية عبر سترايب',
  ],
};

export const editionWords: Record<(typeof editions)[number], readonly string[]> = {
  fr: [
    'fr',
    'french',
    'french edition',
    'francais',
    'francaise',
    'edition francaise',
    'الفرنسية',
    'الطبعة الفرنسية',
  ],
  ar: ['ar', 'arabic', 'arabic edition', 'arabe', 'edition arabe', 'العربية', 'الطبعة العربية'],
};

export const answerWords = {
  yes: ['yes', 'y', 'true', '1', 'x', 'oui', 'vrai', 'نعم'],
  no: ['no', 'n', 'false', '0', 'non', 'faux', 'لا'],
} as const;

export const currencyWords = { MAD: ['mad', 'dh', 'dhs', 'dirham', 'dirhams', 'درهم'] } as const;
