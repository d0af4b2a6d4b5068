import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Debounce } from '@/shared/ui/debounce';
import { SearchIcon } from '@/shared/ui/icons';
import { useShortcut } from '@/admin/kit/shortcuts';

const debounceMs = 300; // the debounce of typing

type Props = {
  value: string;
  onSearch: (text: string) => void;
  /** Searched columns: 'Name, e-mail, phone, city or number'. */
  hint: string;
};

/** A search field: debounced, or at once with Enter. The key / focuses it. */
export function SearchField({ value, onSearch, hint }: Props) {
  const { t } = useTranslation('admin-kit');
  const field = useRef<HTMLInputElement>(null);
  const [debounce] = useState(() => new Debounce());
  useShortcut('/', t('list.search'), () => field.current?.focus());
  const search = () => {
    debounce.cancel();
    const typed = field.current?.value.trim() ?? '';
    if (typed !== value) onSearch(typed);
  };
  useEffect(() => debounce.cancel, [debounce]);
  // Back and forward change the URL: the field is updated unless it has the focus.
  useEffect(() => {
    const input = field.current;
    if (input !== null && document.activeElement !== input) input.value = value;
  }, [value]);
  return (
    // Not a form: the library of pictures is opened within forms, and forms do not nest.
    <div role="search" className="relative min-w-0 grow basis-64 lg:max-w-md">
      <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-muted">
        <SearchIcon />
      </span>
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={t('list.search')}
        placeholder={hint}
        defaultValue={value}
        maxLength={200}
        className="block min-h-11 w-full rounded-block border border-edge bg-raised ps-10 pe-3 text-body text-ink placeholder:text-faint lg:min-h-9"
        enterKeyHint="search"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault(); // an outer form is not submitted
          search();
        }}
        onChange={() => debounce.run(search, debounceMs)}
      />
    </div>
  );
}
