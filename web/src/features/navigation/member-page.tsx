import type { ReactNode } from 'react'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

interface MemberPageProps {
  isCreator: boolean
  /** Classes of the main element. */
  className?: string | undefined
  children: ReactNode
}

/** A member's screen: its main part between the bars. */
export const MemberPage = ({ isCreator, className, children }: MemberPageProps) => (
  <>
    <TopBar isCreator={isCreator} />
    <main id="main" tabIndex={-1} className={className}>
      {children}
    </main>
    <TabBar isCreator={isCreator} />
  </>
)
