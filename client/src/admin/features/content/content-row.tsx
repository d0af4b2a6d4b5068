import type { ReactNode } from 'react';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { rowEvents } from '@/admin/kit/list/row-events';
import { PublishToggle } from '@/admin/kit/publish-toggle';
import { TranslationState } from '@/admin/kit/translation-state';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { valueIn, type Content, type ContentRow, type ContentTable, type Fact } from './content';
import { gapsOf, titleOf } from './content-view';
import { FactLine } from './fact-line';
import { Thumbnail } from '@/admin/kit/pictures/picture-preview';

export type RowActions<T extends ContentTable> = {
  onOpen: (id: string) => void;
  onPublish: (row: ContentRow<T>, published: boolean) => void;
  onDelete: (row: ContentRow<T>) => void;
};

type Props<T extends ContentTable> = {
  content: Content<T>;
  row: ContentRow<T>;
  /** The drag handle; null if rows cannot be dragged. */
  handle: ReactNode;
  isOpen: boolean;
  actions: RowActions<T>;
};

/** A row: its title, facts, translations and published state. */
export function ContentRowItem<T extends ContentTable>(props: Props<T>) {
  const { content, row, handle, isOpen, actions } = props;
  const title = titleOf(content, row, useLanguage());
  const open = () => actions.onOpen(row.id);
  return (
    // A click on the row is a shortcut for the button in it, which is accessible.
    <div
      {...rowEvents(open)}
      data-row={row.id}
      tabIndex={-1}
      aria-current={isOpen ? 'true' : undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 -outline-offset-2 hover:bg-raised aria-[current]:bg-raised lg:grid-cols-[minmax(0,1fr)_7rem_9.5rem_auto] lg:gap-x-5 lg:px-1"
    >
      <div className="col-span-2 flex min-w-0 items-center gap-2.5 lg:col-span-1">
        {handle}
        <Thumbnail src={content.picture?.(row) ?? null} />
        <div className="min-w-0 grow lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-4">
          <button
            type="button"
            onClick={open}
            className="-my-1 block min-h-8 max-w-full py-1 text-start lg:my-0 text-body font-medium wrap-anywhere hover:text-accent"
          >
            <Title {...title} />
          </button>
          <FactLine facts={[...sampleMark(row), ...content.facts(row)]} />
        </div>
      </div>
      <RowState {...{ content, row, actions, handle }} name={title.text} />
      <RowButtons content={content} row={row} actions={actions} name={title.text} />
    </div>
  );
}

const sampleMark = (row: object): Fact[] =>
  valueIn(row, 'sample') === true ? [{ kind: 'mark', mark: 'sample' }] : [];

function Title({ text, lang }: ReturnType<typeof titleOf>) {
  return lang === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <bdi lang={lang} dir={directionOf(lang)}>
      {text}
    </bdi>
  );
}

type PartProps<T extends ContentTable> = Pick<Props<T>, 'content' | 'row' | 'actions'> & {
  name: string;
};

type StateProps<T extends ContentTable> = PartProps<T> & Pick<Props<T>, 'handle'>;

/** On narrow screens below the title, beside the handle. */
function RowState<T extends ContentTable>(props: StateProps<T>) {
  const { content, row, actions, name, handle } = props;
  const indent = handle === null ? '' : 'max-lg:ps-13.5';
  return (
    <div className={`flex flex-wrap items-center gap-x-4 text-small lg:contents ${indent}`}>
      <TranslationState missing={gapsOf(content, row)} />
      <PublishToggle
        name={name}
        published={row.published}
        onChange={(published) => actions.onPublish(row, published)}
      />
    </div>
  );
}

const iconButton =
  'grid size-11 place-items-center text-muted hover:text-ink focus-visible:-outline-offset-2 lg:size-9';

function RowButtons<T extends ContentTable>({ content, row, actions, name }: PartProps<T>) {
  const { t } = useTranslation('admin-content');
  return (
    <div className="flex justify-end">
      {row.published && (
        <LocalLink
          to={content.place(row)}
          target="_blank"
          aria-label={t('viewOf', { name })}
          className={iconButton}
        >
          <ExternalLink aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        </LocalLink>
      )}
      <button
        type="button"
        aria-label={t('editOf', { name })}
        onClick={() => actions.onOpen(row.id)}
        className={iconButton}
      >
        <Pencil aria-hidden="true" className="size-4" />
      </button>
      <button
        type="button"
        aria-label={t('deleteOf', { name })}
        onClick={() => actions.onDelete(row)}
        className={`${iconButton} hover:text-bad`}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
