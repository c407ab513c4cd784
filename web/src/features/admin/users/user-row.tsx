import { Ellipsis, Trash2 } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'
import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import { date, fullName } from '../../../lib/format/format.ts'
import { useAwaited } from '../../../lib/forms/resume.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { userTexts as texts } from '../admin-texts.ts'
import { useMay } from '../../session/use-may.ts'
import { noteTexts } from './note-texts.ts'
import { roleNote } from './role-dialog.tsx'
import {
  deletionOf,
  isSubscriber,
  rightsOf,
  roleOf,
  type UserAsk,
  useUserChange,
  writtenOf,
} from './use-user-change.ts'
import { Link } from '@tanstack/react-router'
import { toPerson } from '../../../lib/routing/paths.ts'

const UserDialogs = lazy(async () => ({
  default: (await import('./user-dialogs.tsx')).UserDialogs,
}))

/** One account with its rights and the menu of actions. */
export function UserRow({
  user,
  isViewer,
  choice,
}: {
  user: AdminUser
  isViewer: boolean
  /** The checkbox; null for staff who may only look. */
  choice: ReactNode
}) {
  const [ask, setAsk] = useState<UserAsk>(null)
  const { change } = useUserChange(user, { resume: rightsOf(user) })
  // Back from a fresh sign-in for one of these, the dialog is open again.
  useAwaited(writtenOf(user, 'suspend'), () => setAsk('suspend'))
  useAwaited(writtenOf(user, 'restore'), () => setAsk('restore'))
  useAwaited(writtenOf(user, 'endCreator'), () => setAsk('endCreator'))
  useAwaited(roleOf(user), () => setAsk('role'))
  useAwaited(deletionOf(user), () => setAsk('delete'))
  const name = fullName(user)
  const bySubscription = isSubscriber(user)
  const mayDo = useMay()
  const mayManage = mayDo('staff.manage')
  return (
    <tr>
      <th scope="row" className="admin-user">
        {choice}
        <Avatar {...faceOf(user)} size={40} />
        <span className="min-w-0">
          <span className="block wrap-anywhere font-semibold text-ink">
            {name}
            {isViewer ? <span className="font-normal text-ink-3">, {texts.you}</span> : null}
          </span>
          <span className="block wrap-anywhere text-13 text-ink-3">{user.email}</span>
          <span className="block wrap-anywhere text-13 text-ink-2 empty:hidden">
            {noteTexts.line(user.noteCount, user.assignee?.firstName ?? null)}
          </span>
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
          disabled={!mayDo('creators.grant')}
          onCheckedChange={(isCreator) => {
            if (bySubscription && !isCreator) setAsk('endCreator')
            else change({ isCreator })
          }}
        />
      </Right>
      <Right label={texts.columns.admin} note={roleNote(user)}>
        <Switch
          aria-label={texts.adminOf(name)}
          checked={user.isAdmin}
          disabled={!mayManage}
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
            onNotes={() => setAsk('notes')}
            onLimits={() => setAsk('limits')}
            onRole={() => setAsk('role')}
            onSuspend={() => setAsk('suspend')}
            onRestore={() => setAsk('restore')}
          />
        </Menu>
        {mayDo('users.delete') ? (
          <IconButton
            name={texts.remove(name)}
            className="text-danger!"
            disabled={isViewer}
            onClick={() => setAsk('delete')}
          >
            <Trash2 size={20} aria-hidden />
          </IconButton>
        ) : null}
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

const Account = ({ user: { isCreator, isAdmin, suspended, strikes } }: { user: AdminUser }) => (
  <>
    {isCreator ? <Badge kind="creator" /> : null}
    {isAdmin ? <Badge kind="admin" /> : null}
    {isCreator || isAdmin ? null : <span className="text-ink-3">{texts.follower}</span>}
    {suspended === null ? null : <Badge kind="danger">{texts.suspended}</Badge>}
    {strikes === 0 ? null : <Badge kind="pending">{texts.strikes(strikes)}</Badge>}
  </>
)

/** The menu of actions on a user. */
const UserMenuItems = ({
  user,
  isViewer,
  onNotes,
  onLimits,
  onRole,
  onSuspend,
  onRestore,
}: {
  user: AdminUser
  isViewer: boolean
  onNotes: () => void
  onLimits: () => void
  onRole: () => void
  onSuspend: () => void
  onRestore: () => void
}) => {
  const mayDo = useMay()
  const mayManage = mayDo('staff.manage')
  // Only who manages staff acts on the accounts of staff.
  const maySuspend = !isViewer && mayDo('users.suspend') && (mayManage || !user.isAdmin)
  return (
    <>
      <MenuItem asChild>
        <Link {...toPerson(user)}>{texts.profile}</Link>
      </MenuItem>
      {mayDo('content.read') ? (
        <MenuItem asChild>
          <Link to="/admin" search={{ tab: 'content', q: fullName(user) }}>
            {texts.content}
          </Link>
        </MenuItem>
      ) : null}
      {mayDo('notes.write') && !isViewer ? (
        <MenuItem onSelect={onNotes}>{noteTexts.menu}</MenuItem>
      ) : null}
      <MenuItem onSelect={onLimits}>{texts.limits}</MenuItem>
      {mayManage || maySuspend ? <MenuLine /> : null}
      {mayManage ? <MenuItem onSelect={onRole}>{texts.role}</MenuItem> : null}
      {maySuspend && user.suspended === null ? (
        <MenuItem onSelect={onSuspend}>{texts.suspend}</MenuItem>
      ) : null}
      {maySuspend && user.suspended !== null ? (
        <MenuItem onSelect={onRestore}>{texts.restore}</MenuItem>
      ) : null}
    </>
  )
}
