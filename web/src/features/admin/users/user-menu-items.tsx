import { Link } from '@tanstack/react-router'
import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import { userTexts as texts } from '../admin-texts.ts'

/** What there is to do about somebody beside their rights. */
export const UserMenuItems = ({
  user,
  isViewer,
  onSuspend,
  onRestore,
}: {
  user: AdminUser
  isViewer: boolean
  onSuspend: () => void
  onRestore: () => void
}) => (
  <>
    <MenuItem asChild>
      <Link {...toPerson(user)}>{texts.profile}</Link>
    </MenuItem>
    <MenuItem asChild>
      <Link to="/admin" search={{ tab: 'content', q: fullName(user) }}>
        {texts.content}
      </Link>
    </MenuItem>
    {isViewer ? null : (
      <>
        <MenuLine />
        {user.suspended === null ? (
          <MenuItem onSelect={onSuspend}>{texts.suspend}</MenuItem>
        ) : (
          <MenuItem onSelect={onRestore}>{texts.restore}</MenuItem>
        )}
      </>
    )}
  </>
)
