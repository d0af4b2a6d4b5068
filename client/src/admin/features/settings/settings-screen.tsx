import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { BookGroup } from './groups/book-group';
import { BrandGroup } from './groups/brand-group';
import { ContactGroup } from './groups/contact-group';
import { DeliveryGroup } from './groups/delivery-group';
import { ExpeditionsGroup } from './groups/expeditions-group';
import { HomeGroup } from './groups/home-group';
import { MailGroup } from './groups/mail-group';
import { OtherGroup } from './groups/other-group';
import { PressGroup } from './groups/press-group';
import { RetreatGroup } from './groups/retreat-group';
import { SecurityGroup } from './groups/security-group';
import { ShippingGroup } from './groups/shipping-group';
import { SocialGroup } from './groups/social-group';
import { VideosGroup } from './groups/videos-group';
import { groupNames, rowsWithoutForm, type GroupName } from './setting-groups';
import type { Setting } from './setting-values';
import { useSiteSettings } from './use-site-settings';

type Group = ComponentType<{ rows: Setting[] }>;

const groups = {
  brand: BrandGroup,
  book: BookGroup,
  delivery: DeliveryGroup,
  shipping: ShippingGroup,
  contact: ContactGroup,
  mail: MailGroup,
  social: SocialGroup,
  videos: VideosGroup,
  retreat: RetreatGroup,
  home: HomeGroup,
  expeditions: ExpeditionsGroup,
  press: PressGroup,
  security: SecurityGroup,
  other: OtherGroup,
} satisfies Record<GroupName, Group>;

type ScreenProps = {
  /** Whether to offer what only super admins change; the server decides again. */
  isSuper: boolean;
};

/** The settings screen, one group at a time; the group is in the URL. */
export function SettingsScreen({ isSuper }: ScreenProps) {
  const { t } = useTranslation(['admin-settings', 'site']);
  const { data, error, refetch } = useSiteSettings();
  if (data === undefined) {
    return error === null ? (
      <Spinner label={t('site:loading')} className="min-h-48" />
    ) : (
      <FailureNotice
        text={`${t('failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <Groups rows={data} isSuper={isSuper} />;
}

function Groups({ rows, isSuper }: ScreenProps & { rows: Setting[] }) {
  const { t } = useTranslation('admin-settings');
  const { group } = useParams();
  const others = rowsWithoutForm(rows);
  const isOffered = { other: others.length > 0, security: isSuper };
  const offered = groupNames.filter((name) =>
    name === 'other' || name === 'security' ? isOffered[name] : true,
  );
  const chosen = offered.find((name) => name === group) ?? 'brand';
  const Fields = groups[chosen];
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <GroupLinks names={offered} chosen={chosen} />
      <section
        aria-labelledby="setting-group"
        className="max-w-4xl min-w-0 border-line bg-raised [--sheet:var(--color-raised)] max-lg:-mx-(--spacing-gutter) max-lg:border-y max-lg:px-(--spacing-gutter) max-lg:pt-4 lg:border lg:px-6 lg:pt-5"
      >
        <h2 id="setting-group" className="text-title font-medium">
          {t(`groups.${chosen}.title`)}
        </h2>
        <p className="mb-4 text-small text-muted">{t(`groups.${chosen}.lead`)}</p>
        <Fields key={chosen} rows={chosen === 'other' ? others : rows} />
      </section>
    </div>
  );
}

function GroupLinks({ names: offered, chosen }: { names: GroupName[]; chosen: GroupName }) {
  const { t } = useTranslation('admin-settings');
  return (
    <nav
      aria-label={t('groupsLabel')}
      className="-mx-(--spacing-gutter) flex gap-1 overflow-x-auto px-(--spacing-gutter) [scrollbar-width:none] lg:sticky lg:top-6 lg:mx-0 lg:grid lg:px-0"
    >
      {offered.map((name) => (
        <LocalLink
          key={name}
          {...(name === chosen && { ref: intoView })}
          to={`/admin/settings/${name}`}
          aria-current={name === chosen ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-small whitespace-nowrap hover:bg-raised aria-[current]:border-accent aria-[current]:font-medium lg:min-h-9 lg:border-s-2 lg:border-b-0"
        >
          {t(`groups.${name}.title`)}
        </LocalLink>
      ))}
    </nav>
  );
}

/** On a phone the links scroll in one row. */
const intoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ inline: 'center', block: 'nearest' });
