import { useLocation } from '@tanstack/react-router'
import { loginUrl } from '@plinth/contract/urls.ts'
import { PublicHeader } from '../features/landing/public-frame.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { buttonLook } from '../ui/button-look.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { Plinth } from '../ui/plinth.tsx'

/** One plinth under one lamp, and nothing on it. A visitor can sign in and come back to this address. */
export function NotFoundScreen() {
  const viewer = useViewer()
  useDocumentTitle('Page not found')
  const here = useLocation({ select: (location) => location.href })
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-clip">
      <PublicHeader returnTo={viewer ? null : here} />
      <main
        id="content"
        tabIndex={-1}
        className="page flex flex-1 flex-col items-center outline-none"
      >
        <div aria-hidden className="relative w-[184px] pt-[178px] tablet:w-60 tablet:pt-34">
          <div className="absolute bottom-[-231px] left-1/2 -z-10 h-175 w-[145vw] -translate-x-1/2 [background:var(--spot)] tablet:bottom-[-300px] tablet:h-200 tablet:w-250" />
          <div className="h-[230px] border border-b-0 border-dashed border-line-strong tablet:h-75" />
        </div>
        <Plinth className="w-full flex-1 pb-16 px-6 pt-6 tablet:w-130 tablet:px-11 tablet:pt-8">
          <h1 className="text-[1.625rem] leading-9 tracking-[-0.022em] display tablet:text-32 tablet:tracking-[-0.026em]">
            404 Page Not Found
          </h1>
          <p className="mt-2.5 text-16 tablet:mt-3">
            Did you forget to add the page to the router?
          </p>
          {viewer ? (
            <p className="mt-6">
              <a
                className={buttonLook({ variant: 'primary', className: 'max-tablet:w-full' })}
                href="/"
              >
                Home
              </a>
            </p>
          ) : (
            <>
              <p className="mt-3 max-w-100 text-14 text-ink-3">
                If this is a members’ page, sign in and we bring you straight back to it.
              </p>
              <p className="mt-6.5 flex gap-2.5 max-tablet:flex-col">
                <a className={buttonLook({ variant: 'primary' })} href={loginUrl(here)}>
                  Sign in
                </a>
                <a className={buttonLook()} href="/">
                  Home
                </a>
              </p>
            </>
          )}
        </Plinth>
      </main>
    </div>
  )
}
