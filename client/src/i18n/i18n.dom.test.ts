import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminCatalogues } from './admin-catalogues';
import { addCatalogues, loadNamespaces, startI18n, switchLanguage } from './index';

beforeEach(() => {
  history.replaceState(null, '', '/?lang=ar');
});

describe('startI18n', () => {
  it('starts in the language of the address and sets the direction', async () => {
    await startI18n();
    expect(i18next.t('nav.pages.home')).toBe('الرئيسية');
    expect(document.documentElement.dir).toBe('rtl');
  });

  it('changes the language after its messages are loaded', async () => {
    await startI18n();
    await switchLanguage('fr');
    expect(i18next.t('nav.pages.book')).toBe('Mon livre');
    expect([document.documentElement.dir, location.search]).toEqual(['ltr', '?lang=fr']);
  });

  it('loads a namespace, and loads it again after a change of language', async () => {
    await startI18n();
    expect(i18next.hasResourceBundle('ar', 'admin')).toBe(false);
    addCatalogues(adminCatalogues);
    await loadNamespaces('ar', ['admin']);
    await switchLanguage('en');
    expect(i18next.t('admin:title')).toBe('Base camp');
  });

  it('warns once about a missing translation and loads the English one', async () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    await startI18n();
    i18next.removeResourceBundle('ar', 'site');
    i18next.removeResourceBundle('en', 'site');
    expect(i18next.t('nav.pages.home')).toBe('nav.pages.home');
    await vi.waitFor(() => expect(i18next.t('nav.pages.home')).toBe('Home'));
    expect(warning.mock.calls).toEqual([['missing translation ar:nav.pages.home']]);
  });

  it.each([
    [1, 'بقيت نسخة واحدة من هذه الطبعة'],
    [2, 'بقيت نسختان من هذه الطبعة'],
    [5, 'بقيت 5 نسخ من هذه الطبعة'],
    [47, 'بقيت 47 نسخة من هذه الطبعة'],
    [0, 'يُشحن مع الطبعة القادمة'],
  ])('counts %i copies in Arabic', async (count, want) => {
    await startI18n(['site', 'book']);
    expect(i18next.t('book:remaining', { count, amount: String(count) })).toBe(want);
  });
});
