import { useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { SEARCH_PATH } from '../../lib/routing/paths.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Logo } from '../../ui/layout/logo.tsx'
import { SearchField, SearchIcon } from './search-field.tsx'
import { texts } from './visitor-texts.ts'

/** The bar above visitors' pages. Who logs in or joins comes back to the same address. */
export function VisitorBar({ join = 'primary' }: { join?: 'primary' | 'secondary' }) {
  const here = useLocation({ select: ({ href }) => href })
  const isExploring = useLocation({ select: ({ pathname }) => pathname.startsWith('/explore') })
  return (
    <header className="page relative flex h-(--topbar) items-center gap-x-16 max-tablet:gap-2">
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <a href="/" aria-label={texts.logo} className="inline-flex rounded-badge">
        <Logo />
      </a>
      <div className="flex min-w-0 flex-1 items-center gap-10 max-tablet:hidden">
        <PlainLink
          href="/explore"
          aria-current={isExploring ? 'page' : undefined}
          className="visitor-place hit text-16 font-medium"
        >
          {texts.explore}
        </PlainLink>
        <SearchField className="tablet:max-w-105 flex-1" />
      </div>
      <div className="ml-auto flex items-center gap-3 max-tablet:gap-1">
        <PlainLink
          href={SEARCH_PATH}
          aria-label={texts.search.short}
          className="grid size-11 place-items-center rounded-control text-ink-2 hover:text-ink tablet:hidden"
        >
          <SearchIcon />
        </PlainLink>
        <a
          className={buttonVariants({ variant: 'quiet', className: 'px-3!' })}
          href={loginUrl(here)}
        >
          {texts.logIn}
        </a>
        <a
          className={buttonVariants({ variant: join })}
          href={loginUrl(here, { createAccount: true })}
        >
          {texts.join}
        </a>
      </div>
    </header>
  )
}

/** A link that stays in the page. The router's own would be most of the landing page's bar. */
function PlainLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void router.navigate({ to: href })
      }}
    >
      {children}
    </a>
  )
}

/** Where the footer leads, and under which names. */
const FOOT = [
  'explore',
  'advertise',
  'copyright',
  'limits',
  'ai',
  'terms',
  'privacy',
  'imprint',
] as const

export const VisitorFooter = () => (
  <footer className="page flex flex-wrap items-center gap-x-8 gap-y-4 pt-18 pb-14">
    <Logo />
    <p className="w-full text-14 text-ink-3">{texts.footer}</p>
    {FOOT.map((page) => (
      <a key={page} href={`/${page}`} className="text-link hit text-14">
        {texts[page]}
      </a>
    ))}
  </footer>
)
