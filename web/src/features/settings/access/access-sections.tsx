import type { OwnUser } from '@plinth/contract/people/users.ts'
import { SessionsSection } from './sessions-section.tsx'
import { TokensSection } from './tokens-section.tsx'

/** Everything that is signed in as the viewer: browsers and programs. */
export const AccessSections = ({ own }: { own: OwnUser }) => (
  <>
    <SessionsSection />
    <TokensSection own={own} />
  </>
)
