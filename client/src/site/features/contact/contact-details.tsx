import type { ReactNode } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { buttonClass } from '@/shared/ui/button';
import { phoneLink, whatsappLink } from '@/shared/ui/phone';

/** Contact settings; null is not shown. */
export type ContactFacts = {
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
  location: Record<Language, string>;
  instagram: string | null;
  youtube: string | null;
  linkedin: string | null;
};

const link =
  'inline-flex min-h-11 items-center underline decoration-line underline-offset-6 hover:decoration-accent';

type Props = {
  facts: ContactFacts;
  /** More ContactDetail elements. */
  children?: ReactNode;
};

/** The contact settings as a description list. */
export function ContactDetails({ facts, children }: Props) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const chat = whatsappLink(facts.whatsapp ?? '', t('whatsappText'));
  return (
    <dl className="grid content-start gap-7">
      {facts.email !== null && (
        <ContactDetail label={t('email')}>
          <a dir="ltr" className={`${link} break-all`} href={`mailto:${facts.email}`}>
            {facts.email}
          </a>
        </ContactDetail>
      )}
      {facts.phone !== null && (
        <ContactDetail label={t('phone')}>
          <a dir="ltr" className={link} href={phoneLink(facts.phone)}>
            {facts.phone}
          </a>
        </ContactDetail>
      )}
      <ContactDetail label={t('location')}>{facts.location[language]}</ContactDetail>
      <ContactDetail label={t('responseTime')}>{t('responseValue')}</ContactDetail>
      {children}
      <SocialLinks facts={facts} />
      {chat !== undefined && (
        <div>
          <dt className="sr-only">WhatsApp</dt>
          <dd>
            <a href={chat} rel="noreferrer" className={buttonClass('line')}>
              {t('whatsapp')}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

function SocialLinks({ facts }: { facts: ContactFacts }) {
  const { t } = useTranslation('contact');
  const places = [
    { name: 'Instagram', address: facts.instagram },
    { name: 'YouTube', address: facts.youtube },
    { name: 'LinkedIn', address: facts.linkedin },
  ].flatMap(({ name, address }) => (isWebAddress(address) ? [{ name, address }] : []));
  if (places.length === 0) return null;
  return (
    <ContactDetail label={t('social')}>
      <span className="flex flex-wrap gap-x-6">
        {places.map(({ name, address }) => (
          <a key={name} href={address} rel="noreferrer" lang="en" className={link}>
            {name}
          </a>
        ))}
      </span>
    </ContactDetail>
  );
}

// A setting is free text: only https URLs become links, no javascript: URLs.
const isWebAddress = (address: string | null): address is string =>
  address?.startsWith('https://') === true;

/** A label and its value. */
export function ContactDetail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contour-top pt-4">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="mt-1 text-lead">{children}</dd>
    </div>
  );
}
