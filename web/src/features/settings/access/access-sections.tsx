import type { OwnUser } from '@plinth/contract/people/users.ts'
import { ActivitySection } from './activity-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TokensSection } from './tokens-section.tsx'

/** Everything that is signed in as the viewer, browsers and programs, what happened to the account, and its limits. */
export const AccessSections = ({ own }: { own: OwnUser }) => (
  <>
    <SessionsSection />
    <TokensSection own={own} />
    <ActivitySection />
    <LimitsSection />
  </>
)
