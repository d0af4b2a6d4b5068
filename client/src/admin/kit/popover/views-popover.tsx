import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { CloseIcon } from '@/shared/ui/icons';
import type { MenuProps } from '@/admin/kit/list/menu-button';
import { MenuPopover } from './menu-popover';
import { useSavedViews, viewQuery, type SavedView } from '@/admin/kit/list/saved-views-store';

/** The saved views of a screen: apply one, remove one, name the current one. */
export function ViewsPopover({ screen, ...menu }: MenuProps & { screen: string }) {
  const { t } = useTranslation('admin-kit');
  return (
    <MenuPopover {...menu} title={t('views.title')} align="end">
      <Views screen={screen} onDone={menu.onClose} />
    </MenuPopover>
  );
}

function Views({ screen, onDone }: { screen: string; onDone: () => void }) {
  const { t } = useTranslation('admin-kit');
  const [params, setParams] = useSearchParams();
  const { views, save, remove } = useSavedViews(screen);
  const query = viewQuery(params);
  const apply = (view: SavedView) => {
    const next = new URLSearchParams(view.query);
    const language = params.get('lang');
    if (language !== null) next.set('lang', language);
    setParams(next);
    onDone();
  };
  return (
    <>
      {views.length === 0 ? (
        <p className="px-3 py-2 text-small text-muted">{t('views.none')}</p>
      ) : (
        <ul aria-label={t('views.title')}>
          {views.map((view) => (
            <li key={view.name} className="flex">
              <button
                type="button"
                aria-current={view.query === query ? 'true' : undefined}
                onClick={() => apply(view)}
                className="min-h-11 min-w-0 grow truncate px-3 text-start text-small hover:bg-ground aria-[current]:font-medium aria-[current]:text-accent lg:min-h-9"
              >
                {view.name}
              </button>
              <button
                type="button"
                aria-label={t('views.remove', { name: view.name })}
                onClick={() => remove(view.name)}
                className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink lg:size-9"
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && <NameView onName={(name) => save({ name, query })} />}
    </>
  );
}

function NameView({ onName }: { onName: (name: string) => void }) {
  const { t } = useTranslation('admin-kit');
  const [name, setName] = useState('');
  return (
    <form
      className="mt-1 flex gap-2 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        onName(name.trim());
        setName('');
      }}
    >
      <input
        aria-label={t('views.name')}
        placeholder={t('views.name')}
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
        className="min-h-11 min-w-0 grow rounded-block border border-edge bg-ground px-2 text-small text-ink placeholder:text-faint lg:min-h-8"
      />
      <Button type="submit" className="px-3 lg:min-h-8 lg:py-1">
        {t('views.save')}
      </Button>
    </form>
  );
}
