import { Ellipsis, Trash2 } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'
import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { date, fullName } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { userTexts as texts } from '../admin-texts.ts'
import { isSubscriber, type UserAsk, useUserChange } from './use-user-change.ts'
import { Link } from '@tanstack/react-router'
import { toPerson } from '../../../lib/routing/paths.ts'

const UserDialogs = lazy(async () => ({
  default: (await import('./user-dialogs.tsx')).UserDialogs,
}))

/** One account with its rights and the menu of actions. */
export function UserRow({ user, isViewer }: { user: AdminUser; isViewer: boolean }) {
  const [ask, setAsk] = useState<UserAsk>(null)
  const { change } = useUserChange(user, { onStale: () => setAsk('fresh') })
  const name = fullName(user)
  const bySubscription = isSubscriber(user)
  return (
    <tr>
      <th scope="row" className="admin-user">
        <Avatar {...faceOf(user)} size={40} />
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold text-ink">
            {name}
            {isViewer ? <span className="font-normal text-ink-3">, {texts.you}</span> : null}
          </span>
          <span className="block wrap-anywhere text-13 text-ink-3">{user.email}</span>
        </span>
      </th>
      <td className="admin-account">
        <Account user={user} />
      </td>
      <td className="admin-joined whitespace-nowrap tnum">{date(user.createdAt)}</td>
      <Right label={texts.columns.creator} note={bySubscription ? texts.bySubscription : null}>
        <Switch
          aria-label={texts.creatorOf(name)}
          checked={user.isCreator}
          // A subscription can't be switched off here, only a right that an admin granted.
          disabled={bySubscription && !user.isCreatorGranted}
          onCheckedChange={(isCreator) => change({ isCreator })}
        />
      </Right>
      <Right label={texts.columns.admin}>
        <Switch
          aria-label={texts.adminOf(name)}
          checked={user.isAdmin}
          onCheckedChange={(isAdmin) => change({ isAdmin })}
        />
      </Right>
      <td className="admin-acts text-right whitespace-nowrap">
        <Menu
          trigger={
            <IconButton name={texts.more(name)}>
              <Ellipsis size={20} aria-hidden />
            </IconButton>
          }
        >
          <UserMenuItems
            user={user}
            isViewer={isViewer}
            onSuspend={() => setAsk('suspend')}
            onRestore={() => setAsk('restore')}
          />
        </Menu>
        <IconButton
          name={texts.remove(name)}
          className="text-danger!"
          disabled={isViewer}
          onClick={() => setAsk('delete')}
        >
          <Trash2 size={20} aria-hidden />
        </IconButton>
        <OnceOpened open={ask !== null}>
          <UserDialogs user={user} ask={ask} onAsk={setAsk} />
        </OnceOpened>
      </td>
    </tr>
  )
}

const Right = ({
  label,
  note = null,
  children,
}: {
  label: string
  note?: string | null
  children: ReactNode
}) => (
  <td className="admin-right">
    <span className="admin-right-label hidden" aria-hidden>
      {label}
    </span>
    {children}
    {note === null ? null : (
      <span className="admin-right-note text-13 block mt-0.5 text-ink-3">{note}</span>
    )}
  </td>
)

const Account = ({ user: { isCreator, isAdmin, suspended } }: { user: AdminUser }) => (
  <>
    {isCreator ? <Badge kind="creator" /> : null}
    {isAdmin ? <Badge kind="admin" /> : null}
    {isCreator || isAdmin ? null : <span className="text-ink-3">{texts.follower}</span>}
    {suspended === null ? null : <Badge kind="danger">{texts.suspended}</Badge>}
  </>
)

/** The menu of actions on a user. */
const UserMenuItems = ({
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
