import { ROLES, roleLabel } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import { acceptTexts as texts } from './invitation-texts.ts'

/** The role that an invitation gives, and what it is for. */
export const RoleLine = ({ role }: { role: Role }) => (
  <p className="mt-3 text-16 text-ink">
    {texts.role(roleLabel(role), ROLES.find(({ value }) => value === role)?.says ?? '')}
  </p>
)
