import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';

const sections = ['who', 'forms', 'device', 'others', 'safety', 'rights'] as const;
type SectionName = (typeof sections)[number];

type Props = { name: string; email: string | null };

const link = 'underline decoration-line underline-offset-4 hover:decoration-accent';

/** The privacy policy, with a table of contents. */
export function PrivacyText(props: Props) {
  return (
    <div className="grid grid-cols-1 gap-x-20 gap-y-12 contour-top gutter py-16 md:py-24 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Contents />
      <div className="grid grid-cols-1 gap-16">
        <Section name="who">
          <Responsible {...props} />
        </Section>
        <Section name="forms">
          <FormRecords />
        </Section>
        <Section name="device">
          <Points group="device" names={['cookie', 'draft', 'offline']} />
        </Section>
        <Section name="others">
          <Points group="others" names={['host', 'video', 'links']} />
        </Section>
        <Section name="safety">
          <Text name="safety.text" />
        </Section>
        <Section name="rights">
          <Rights />
        </Section>
      </div>
    </div>
  );
}

function Contents() {
  const { t } = useTranslation('privacy');
  return (
    <nav aria-labelledby="contents-title" className="self-start lg:sticky lg:top-8">
      <h2 id="contents-title" className="label font-bold text-accent">
        {t('contents')}
      </h2>
      <ol className="mt-3 grid">
        {sections.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="inline-flex min-h-11 items-center hover:text-accent">
              {t(`titles.${name}`)}
            </a>
          </li>
        ))}
      </ol>
      <p className="mt-6 text-small text-muted">{t('updated')}</p>
    </nav>
  );
}

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('privacy');
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-8">
      <h2 id={`${name}-title`} className="display text-title">
        {t(`titles.${name}`)}
      </h2>
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}

function Responsible({ name, email }: Props) {
  const { t } = useTranslation('privacy');
  return (
    <>
      <p className="has-[bdi:empty]:hidden">
        {t('who.name')} <bdi className="font-medium">{name}</bdi>
      </p>
      <p className="measure">{t('who.text')}</p>
      {email !== null && (
        <p>
          <a dir="ltr" href={`mailto:${email}`} className={`${link} break-all`}>
            {email}
          </a>
        </p>
      )}
      <Text name="who.law" />
    </>
  );
}

function Rights() {
  const { t } = useTranslation('privacy');
  return (
    <>
      <Text name="rights.text" />
      <Text name="rights.authority" />
      <p className="flex flex-wrap gap-x-8 gap-y-2">
        <LocalLink to="/contact" className={link}>
          {t('rights.contact')}
        </LocalLink>
        <a href="https://www.cndp.ma" rel="noreferrer" className={link}>
          {t('rights.cndp')}
        </a>
      </p>
    </>
  );
}

type TextName = 'who.law' | 'safety.text' | 'rights.text' | 'rights.authority';

function Text({ name }: { name: TextName }) {
  const { t } = useTranslation('privacy');
  return <p className="measure">{t(name)}</p>;
}

type PointsProps =
  | { group: 'device'; names: readonly ('cookie' | 'draft' | 'offline')[] }
  | { group: 'others'; names: readonly ('host' | 'video' | 'links')[] };

function Points(props: PointsProps) {
  const { t } = useTranslation('privacy');
  const texts =
    props.group === 'device'
      ? props.names.map((name) => t(`device.${name}`))
      : props.names.map((name) => t(`others.${name}`));
  return (
    <ul className="measure grid gap-3">
      {texts.map((text) => (
        <li key={text} className="border-s-2 border-accent ps-4">
          {text}
        </li>
      ))}
    </ul>
  );
}

const forms = ['contact', 'sponsor', 'retreat', 'order', 'review', 'newsletter'] as const;
const questions = ['what', 'why', 'long'] as const;

/** Data that each form stores, its purpose and retention. */
function FormRecords() {
  const { t } = useTranslation('privacy');
  return (
    <>
      <p className="measure">{t('forms.text')}</p>
      <ul className="mt-4 grid">
        {forms.map((form) => (
          <li key={form} className="contour-top py-6">
            <h3 className="font-medium">{t(`forms.names.${form}`)}</h3>
            <dl className="mt-3 grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-[1.4fr_1.2fr_1fr]">
              {questions.map((question) => (
                <div key={question}>
                  <dt className="label text-muted">{t(`forms.${question}`)}</dt>
                  <dd className="mt-1 text-small">{t(`forms.rows.${form}.${question}`)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
