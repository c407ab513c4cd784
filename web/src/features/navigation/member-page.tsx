import type { ReactNode } from 'react'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

interface MemberPageProps {
  isCreator: boolean
  /** Classes of the main element. */
  className?: string | undefined
  children: ReactNode
}

/** The bars above and below a member's screen. */
export const MemberBars = ({ isCreator, children }: Omit<MemberPageProps, 'className'>) => (
  <>
    <TopBar isCreator={isCreator} />
    {children}
    <TabBar isCreator={isCreator} />
  </>
)

/** A member's screen: its main part between the bars. */
export const MemberPage = ({ isCreator, className, children }: MemberPageProps) => (
  <MemberBars isCreator={isCreator}>
    <main id="main" tabIndex={-1} className={className}>
      {children}
    </main>
  </MemberBars>
)
