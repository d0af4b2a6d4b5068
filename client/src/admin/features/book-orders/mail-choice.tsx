import { useState, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { FormArea } from '@/admin/kit/form/form-text';
import { MailPage } from '@/admin/kit/mail/mail-page';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, isLanguage, type Language } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import type { Order } from './order-flag';
import { useQuery } from '@tanstack/react-query';

type Props = {
  order: Order;
  kind: OrderMail['kind'];
  /** The corrections or the refund that the form holds now. 'invalid': the form says what is wrong with them. */
  about?: () => Pick<OrderMail, 'changes' | 'refund'> | 'invalid';
  /** Other choices about the e-mail. */
  children?: ReactNode;
};

/**
 * Whether the buyer is told by e-mail, in which words besides, and a preview. The fields `mail` and `message`
 * of a form.
 */
export function MailChoice({ order, kind, about, children }: Props) {
  const { t } = useTranslation('admin-orders');
  const ownLanguage = useLanguage();
  const isWanted: unknown = useWatch({ name: 'mail' });
  const { getValues } = useFormContext();
  const [shown, setShown] = useState<OrderMail>();
  const language = order.language ?? '';
  if (!isLanguage(language)) return <p className="text-small text-muted">{t('tell.none')}</p>;
  const named = languageNameIn(language, ownLanguage);
  const show = () => {
    const message: unknown = getValues('message');
    const subject = about?.() ?? {};
    if (subject === 'invalid') return;
    setShown({
      orderId: order.id,
      kind,
      message: typeof message === 'string' ? message : '',
      ...subject,
    });
  };
  return (
    <div className="grid gap-3">
      <FormSwitch
        name="mail"
        label={t('tell.mail')}
        hint={t('tell.to', { address: order.buyer_email, language: named })}
      />
      {isWanted === true && (
        <>
          {children}
          <FormArea
            name="message"
            label={t('tell.message', { language: named })}
            hint={t('tell.messageHint')}
            rows={2}
            maxLength={2000}
            dir="auto"
          />
          <p>
            <Button look="line" className="lg:min-h-9" onClick={show}>
              {t('tell.preview')}
            </Button>
          </p>
        </>
      )}
      <PreviewDialog mail={shown} language={language} onClose={() => setShown(undefined)} />
    </div>
  );
}

type PreviewProps = { mail: OrderMail | undefined; language: Language; onClose: () => void };

function PreviewDialog({ mail, language, onClose }: PreviewProps) {
  const { t } = useTranslation(['admin-orders', 'site']);
  return (
    <AdminDialog open={mail !== undefined} onClose={onClose} title={t('tell.previewTitle')}>
      {mail && <Preview mail={mail} language={language} />}
    </AdminDialog>
  );
}

function Preview({ mail, language }: { mail: OrderMail; language: Language }) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const { data, error, refetch } = useMailPreview(mail);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('tell.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('tell.loading')} className="min-h-64" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p lang={language} dir={directionOf(language)} className="font-medium wrap-anywhere">
        {data.subject}
      </p>
      <MailPage html={data.html} />
    </div>
  );
}

import * as z from 'zod/mini';
import { callFunction } from '@/shared/api/call-function';
import type { RefundDraft } from './order-refund';
import type { Ending } from './order-status';
import type { OrderEdit } from './use-edit-order';

/** An e-mail to the buyer that was not sent. */
type OrderMail = {
  orderId: string;
  kind: `order_${Ending | 'changed' | 'refunded'}`;
  message: string;
  /** The corrections that the e-mail is about. */
  changes?: OrderEdit;
  /** The refund that the e-mail is about. */
  refund?: RefundDraft;
};

const preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

/** The e-mail as the buyer would get it. */
const useMailPreview = (mail: OrderMail) =>
  useQuery({
    queryKey: ['book_orders', 'mail-preview', mail],
    queryFn: async () => {
      const { orderId, ...rest } = mail;
      return z.parse(
        preview,
        await callFunction('preview-order-mail', { order_id: orderId, ...rest }),
      );
    },
    staleTime: 0,
    gcTime: 0,
  });
