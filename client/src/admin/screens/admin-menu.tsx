import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalNavLink } from '@/shared/ui/local-link';
import { UnreadBadge } from './unread-badge';
import { prefetchScreen } from './screen-modules';
import { groups, screensFor, type Screen } from './screens';

type Props = {
  role: string | undefined;
  /** Called after a click, so that a surrounding sheet can close. */
  onChosen?: () => void;
};

/** The screens available to a role, by group. */
export function AdminMenu({ role, onChosen }: Props) {
  const { t } = useTranslation('admin');
  return (
    <nav aria-label={t('menu.label')} className="grid gap-2">
      {groups.map((group) => (
        <MenuGroup key={group} {...{ group, role }} {...(onChosen && { onChosen })} />
      ))}
    </nav>
  );
}

function MenuGroup({ group, role, onChosen }: Props & { group: (typeof groups)[number] }) {
  const { t } = useTranslation('admin');
  const members = screensFor(role).filter((screen) => screen.group === group);
  if (members.length === 0) return null;
  return (
    <div>
      <p id={`menu-${group}`} className="px-5 pb-0.5 text-label text-muted">
        {t(`groups.${group}`)}
      </p>
      <ul aria-labelledby={`menu-${group}`}>
        {members.map((screen) => (
          <li key={screen.path}>
            <MenuLink screen={screen} {...(onChosen && { onChosen })} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MenuLink({ screen, onChosen }: { screen: Screen; onChosen?: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const prefetch = () => prefetchScreen(screen, language);
  const Icon = screen.icon;
  return (
    <LocalNavLink
      to={screen.path}
      {...(onChosen && { onClick: onChosen })}
      // Prefetch on hover and focus.
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="flex min-h-11 items-center gap-3 border-s-3 border-transparent px-4.5 hover:bg-ground aria-[current=page]:border-accent aria-[current=page]:bg-ground aria-[current=page]:font-medium lg:min-h-7.5"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
      {t(`screens.${screen.label}`)}
      <UnreadBadge kinds={screen.itemKinds} className="-me-1.5 ms-auto" />
    </LocalNavLink>
  );
}
