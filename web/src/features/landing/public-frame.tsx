import { loginUrl } from '@plinth/contract/http/urls.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Logo } from '../../ui/layout/logo.tsx'
import { texts } from './landing-texts.ts'

/** The bar above visitors' pages. `returnTo` is where they come back to after signing in; null hides the link. */
export const PublicHeader = ({ returnTo }: { returnTo?: string | null }) => (
  <header className="page relative flex h-(--topbar) items-center justify-between">
    <a href="#content" className="skip-link">
      {texts.skipToContent}
    </a>
    <a href="/" aria-label="Plinth" className="inline-flex rounded-badge">
      <Logo />
    </a>
    {returnTo !== null && (
      <a
        className={buttonVariants({ variant: 'quiet', className: 'px-3!' })}
        href={loginUrl(returnTo)}
      >
        {texts.logIn}
      </a>
    )}
  </header>
)

export const PublicFooter = () => (
  <footer className="page flex flex-wrap items-center gap-x-14 gap-y-4 pt-18 pb-14">
    <Logo />
    <p className="text-14 text-ink-3">{texts.footer}</p>
    <a href="/advertise" className="text-link hit text-14">
      {texts.advertise}
    </a>
    <a href="/copyright" className="text-link hit text-14">
      {texts.copyright}
    </a>
    <a href="/limits" className="text-link hit text-14">
      {texts.limits}
    </a>
    <a href="/ai" className="text-link hit text-14">
      {texts.ai}
    </a>
  </footer>
)
