import { lazy, Suspense, use, type ReactNode } from 'react'
import { TooltipProvider } from '../../ui/overlay/tooltip.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { MemberBarsContext } from './bars.ts'
import { VisitorBar, VisitorFooter } from './visitor-bar.tsx'

// Loaded after the page, because it shows nothing at first.
const SignInOutlet = lazy(async () => ({
  default: (await import('../session/sign-in-outlet.tsx')).SignInOutlet,
}))

interface PageBarsProps {
  /** The colour of visitors' `Join`: secondary where the page has a purple button of its own. */
  join?: 'primary' | 'secondary'
  children: ReactNode
}

/** The bars around a screen that brings its own main element: those of members, or visitors' with the footer. */
export function PageBars({ join = 'primary', children }: PageBarsProps) {
  const viewer = useViewer()
  const withBars = use(MemberBarsContext)
  if (viewer !== null && withBars !== null) {
    return withBars({ isCreator: viewer.isCreator, children })
  }
  return (
    // Members already have a provider around every screen.
    <TooltipProvider>
      <VisitorBar join={join} />
      {children}
      <VisitorFooter />
      <Suspense fallback={null}>
        <SignInOutlet />
      </Suspense>
    </TooltipProvider>
  )
}

/** A screen that members and visitors see: its main part between the bars of whoever looks at it. */
export const PageFrame = ({
  className,
  children,
  ...bars
}: PageBarsProps & { className?: string | undefined }) => (
  <PageBars {...bars}>
    <main id="main" tabIndex={-1} className={className}>
      {children}
    </main>
  </PageBars>
)
