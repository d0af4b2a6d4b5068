import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminCatalogues } from './admin-catalogues';
import {
  addCatalogues,
  exists,
  getFixedT,
  I18nextProvider,
  inLanguage,
  loadNamespaces,
  startI18n,
  switchLanguage,
  useLanguage,
  useTranslation,
  type Catalogue,
} from '@/shared/i18n';

beforeEach(() => {
  history.replaceState(null, '', '/?lang=ar');
});

describe('startI18n', () => {
  it('starts in the language of the address', async () => {
    await startI18n();
    expect(renderHook(() => useTranslation().t('nav.pages.home')).result.current).toBe('الرئيسية');
  });

  it('changes the language after its messages are loaded', async () => {
    await startI18n();
    const { result } = renderHook(() => [useLanguage(), useTranslation().t('nav.pages.book')]);
    await act(() => switchLanguage('fr'));
    expect(result.current).toEqual(['fr', 'Mon livre']);
    expect(location.search).toBe('?lang=fr');
  });

  it('changes to the language that was chosen last, whichever loads first', async () => {
    await startI18n();
    let finish = (_loaded: Catalogue) => {};
    addCatalogues({ './fr/privacy.json': () => new Promise((resolve) => (finish = resolve)) });
    await loadNamespaces('ar', ['privacy']);
    const french = switchLanguage('fr');
    await switchLanguage('en');
    finish({ default: {} });
    await french;
    expect(renderHook(() => useLanguage()).result.current).toBe('en');
    expect(location.search).toBe('?lang=en');
  });

  it('has the messages of a part that was opened while the language changed', async () => {
    await startI18n();
    let finish = (_loaded: Catalogue) => {};
    addCatalogues({ './en/press.json': () => new Promise((resolve) => (finish = resolve)) });
    await loadNamespaces('ar', ['press']);
    const change = switchLanguage('en');
    await loadNamespaces('ar', ['speaking']);
    finish({ default: {} });
    await change;
    expect(exists('en', 'speaking', 'title')).toBe(true);
  });

  it('loads a namespace, and loads it again after a change of language', async () => {
    await startI18n();
    addCatalogues(adminCatalogues);
    await loadNamespaces('ar', ['admin']);
    await switchLanguage('en');
    expect(renderHook(() => useTranslation('admin').t('title')).result.current).toBe('Base camp');
  });

  it('warns about a missing translation, and shows the English one', async () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    addCatalogues({ './ar/retreat.json': () => Promise.resolve({ default: {} }) });
    await startI18n(['retreat']);
    const { result } = renderHook(() => useTranslation('retreat').t('form.name'));
    expect(result.current).toBe('form.name');
    expect(warning).toHaveBeenCalledWith('missing translation ar:retreat:form.name');
    await waitFor(() => expect(result.current).toBe('Name'));
    expect(exists('ar', 'retreat', 'form.name')).toBe(false);
  });

  it.each([
    [1, 'بقيت نسخة واحدة من هذه الطبعة'],
    [2, 'بقيت نسختان من هذه الطبعة'],
    [5, 'بقيت 5 نسخ من هذه الطبعة'],
    [47, 'بقيت 47 نسخة من هذه الطبعة'],
    [0, 'يُشحن مع الطبعة القادمة'],
  ])('counts %i copies in Arabic', async (count, want) => {
    await startI18n(['site', 'book']);
    const { result } = renderHook(() => useTranslation('book'));
    expect(result.current.t('remaining', { count, amount: String(count) })).toBe(want);
  });
});

describe('useTranslation', () => {
  it('is in the language of its part of the page', async () => {
    await startI18n();
    await loadNamespaces('fr', ['site']);
    const { result } = renderHook(() => [useLanguage(), useTranslation().t('nav.pages.book')], {
      wrapper: ({ children }) =>
        createElement(I18nextProvider, { i18n: inLanguage('fr') }, children),
    });
    expect(result.current).toEqual(['fr', 'Mon livre']);
  });
});

it('types keys by the English messages', async () => {
  await startI18n(['site', 'book']);
  const t = getFixedT('ar', ['book', 'site']);
  t('site:nav.pages.home');
  // @ts-expect-error -- no such key
  t('nav.pages.nowhere');
  // @ts-expect-error -- of a namespace that is not named
  expect(t('film:title')).toBe('title');
});
