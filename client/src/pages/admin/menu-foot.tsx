import { LanguageSwitch } from '../../features/language/language-switch';
import { SignOutButton } from './sign-out-button';
import { ThemeSwitch } from './theme-switch';
import { WebsiteLink } from './website-link';
import { SignedInUser } from './who-is-in';

/** The footer of the menu: links, language, theme and the signed-in user. */
export function MenuFoot() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-2">
      <div className="flex flex-wrap justify-between gap-x-4 px-5">
        <WebsiteLink />
        <SignOutButton />
      </div>
      <div className="flex items-center justify-between ps-3 pe-5">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <SignedInUser />
    </div>
  );
}
