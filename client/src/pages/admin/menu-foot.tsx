import { LanguageSwitch } from '../../features/language/language-switch';
import { SignOutButton } from './sign-out-button';
import { ThemeSwitch } from './theme-switch';
import { WebsiteLink } from './website-link';
import { WhoIsIn } from './who-is-in';

/** Below the menu: the ways out, language and light, and who is in. */
export function MenuFoot() {
  return (
    <div className="border-t border-line pt-2 pb-3">
      <WebsiteLink />
      <SignOutButton />
      <div className="my-2 flex items-center justify-between ps-3 pe-5">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <WhoIsIn />
    </div>
  );
}
