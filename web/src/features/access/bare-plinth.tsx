import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Plinth } from '../../ui/wall/plinth.tsx'

/** An empty plinth under a lamp, with the outline of a missing work above it and a message on its front. */
export function BarePlinth({
  bar,
  after,
  title,
  outline = 'w-[184px] tablet:w-60',
  children,
}: {
  bar: ReactNode
  after?: ReactNode
  title: string
  /** Classes for the width of the outline. */
  outline?: string
  children: ReactNode
}) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-clip">
      {bar}
      <main id="main" tabIndex={-1} className="page flex flex-1 flex-col items-center outline-none">
        <div aria-hidden className={clsx('relative pt-[178px] tablet:pt-34', outline)}>
          <div className="absolute bottom-[-231px] left-1/2 -z-10 h-175 w-[145vw] [translate:-50%] [background:var(--spot)] tablet:bottom-[-300px] tablet:h-200 tablet:w-250" />
          <div className="h-[230px] border border-b-0 border-dashed border-line-strong tablet:h-75" />
        </div>
        <Plinth className="w-full flex-1 px-6 pt-6 pb-24 tablet:w-130 tablet:px-11 tablet:pt-8">
          <h1 className="text-[1.625rem] leading-9 tracking-[-0.022em] text-ink display tablet:text-32 tablet:tracking-[-0.026em]">
            {title}
          </h1>
          {children}
        </Plinth>
      </main>
      {after}
    </div>
  )
}

/** The actions on a bare plinth, stacked on phones. Its face is as dark as a secondary button, which is lighter here. */
export const BareActions = ({ children }: { children: ReactNode }) => (
  <p className="mt-6.5 flex gap-2.5 max-tablet:flex-col [&>.bg-surface-2]:bg-surface-3 [&>.bg-surface-2:hover]:bg-line">
    {children}
  </p>
)
