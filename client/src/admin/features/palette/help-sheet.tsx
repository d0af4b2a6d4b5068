import { Dialog } from 'radix-ui';
import { useShortcuts, ShortcutLayer, type Shortcut } from '@/admin/kit/shortcuts';
import { useTranslation } from '@/shared/i18n';
import { CloseIcon } from '@/shared/ui/icons';
import { KeyCap } from './key-cap';

type Props = { isOpen: boolean; onOpen: (isOpen: boolean) => void };

/** The active shortcuts: of the screen, global, and for navigation. */
export function HelpSheet({ isOpen, onOpen }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="admin-veil" />
        <Dialog.Content aria-describedby={undefined} className="admin-pop admin-help prints-alone">
          <ShortcutLayer>
            <Sheet />
          </ShortcutLayer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const isEverywhere = ({ keys }: Shortcut) => keys === 'mod+k' || keys === '?';
const isNavigation = ({ keys }: Shortcut) => keys.startsWith('g ');

function Sheet() {
  const { t } = useTranslation(['admin', 'site']);
  const all = useShortcuts();
  const active = all.filter((one, at) => all.findLastIndex(({ keys }) => keys === one.keys) === at);
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <Dialog.Title className="display text-title">{t('admin:help.title')}</Dialog.Title>
        <Dialog.Close
          aria-label={t('site:close')}
          className="-me-2 -mt-2 grid size-11 place-items-center"
        >
          <CloseIcon />
        </Dialog.Close>
      </div>
      <div className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Keys
          title={t('admin:help.here')}
          all={active.filter((one) => !isNavigation(one) && !isEverywhere(one))}
        />
        <Keys title={t('admin:help.everywhere')} all={active.filter(isEverywhere)} />
        <Keys title={t('admin:help.ways')} all={active.filter(isNavigation)} />
      </div>
      <p className="mt-5 text-small text-muted">{t('admin:help.hint')}</p>
    </>
  );
}

function Keys({ title, all }: { title: string; all: Shortcut[] }) {
  if (all.length === 0) return null;
  return (
    <section>
      <h3 className="text-small text-muted">{title}</h3>
      <dl className="mt-1">
        {all.map(({ keys, label }) => (
          <div
            key={keys}
            className="flex min-h-8 flex-row-reverse items-center justify-end gap-3 border-b border-line"
          >
            <dt className="grow">{label}</dt>
            <dd className="w-16 shrink-0">
              <KeyCap keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
