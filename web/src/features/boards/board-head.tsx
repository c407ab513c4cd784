import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, FileDown, Flag, LogOut, Pencil, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import {
  contactSheetUrl,
  deleteBoard,
  removeBoardPerson,
  type BoardView,
} from '@plinth/contract/boards/boards.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { fullName } from '../../lib/format/format.ts'
import { openReport, type ReportTarget } from '../../lib/format/report-state.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { MemberButton } from '../session/sign-in-link.tsx'
import { forgetBoard } from './board-cache.ts'
import { pageTexts as texts } from './board-texts.ts'

const BoardForm = lazy(async () => ({ default: (await import('./board-form.tsx')).BoardForm }))
const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

interface BoardHeadProps {
  board: BoardView
  viewerId: string | null
}

/** A board's title, what it is for and who is on it. */
export function BoardHead({ board, viewerId }: BoardHeadProps) {
  const [isSharing, setSharing] = useState(false)
  const { title, description, owner, people, role } = board
  const all = [owner, ...people.map(({ person }) => person)]
  const you = all.filter(({ id }) => id === viewerId)
  const named = [...you, ...all.filter(({ id }) => id !== viewerId)]
  return (
    <>
      {viewerId === null ? null : (
        <Link
          to="/boards"
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-14 font-semibold text-ink-3 hover:text-ink"
        >
          <ChevronLeft size={18} aria-hidden />
          {texts.boards}
        </Link>
      )}
      <div className="board-head">
        <div className="min-w-0 max-w-160">
          <h1 className="display text-44 text-ink wrap-anywhere max-tablet:text-32">{title}</h1>
          {description === '' ? null : (
            <p className="mt-2 text-16 whitespace-pre-line text-ink-2 wrap-anywhere">
              {description}
            </p>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="board-faces" aria-hidden>
              {named.slice(0, 5).map((person) => (
                <Avatar key={person.id} {...faceOf(person)} size={32} silent />
              ))}
            </span>
            <p className="min-w-0 text-14 text-ink-2">
              {role === null ? (
                <Link {...toPerson(owner)} className="hit hover:text-ink hover:underline">
                  {texts.by(fullName(owner))}
                </Link>
              ) : (
                texts.people(named, viewerId)
              )}
            </p>
            {role === null ? <ReportBoard board={board} /> : null}
            {role === 'owner' ? (
              <button
                type="button"
                className="text-link hit min-h-11 text-14"
                onClick={() => setSharing(true)}
              >
                {texts.share}
              </button>
            ) : null}
          </div>
          {board.isTakenDown ? (
            <p className="mt-4 text-16 text-ink-2">
              {texts.takenDown}{' '}
              {role === 'owner' ? (
                <Link to="/taken-down" className="text-link hit">
                  {texts.takenDownOwn}
                </Link>
              ) : null}
            </p>
          ) : null}
        </div>
        {viewerId === null || (role === null && board.itemCount === 0) ? null : (
          <BoardMenu board={board} viewerId={viewerId} />
        )}
      </div>
      {role === 'owner' && viewerId !== null ? (
        <OnceOpened open={isSharing}>
          <ShareDialog board={board} open={isSharing} onClose={() => setSharing(false)} />
        </OnceOpened>
      ) : null}
    </>
  )
}

function ReportBoard({ board: { id, title, owner } }: { board: BoardView }) {
  const target: ReportTarget = { kind: 'board', id, name: owner.firstName }
  return (
    <MemberButton
      act={{ kind: 'report', target, about: { title, image: null } }}
      className="inline-flex min-h-11 items-center gap-2 text-14 text-ink-3 hover:text-ink hover:underline"
      onPress={() => openReport(target)}
    >
      <Flag size={18} aria-hidden />
      {texts.report}
    </MemberButton>
  )
}

type Asked = 'edit' | 'delete' | 'leave' | null

function BoardMenu({ board, viewerId }: { board: BoardView; viewerId: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>(null)
  const { id, title, role, owner, itemCount } = board
  const going = useMutation({
    mutationFn: (way: 'delete' | 'leave') =>
      way === 'delete'
        ? call(deleteBoard, { params: { id } })
        : call(removeBoardPerson, { params: { id, userId: viewerId } }),
    onSuccess: async (_, way) => {
      setAsked(null)
      await navigate({ to: '/boards', replace: true })
      await forgetBoard(client, id)
      toast({
        title: way === 'delete' ? texts.deleted(title) : texts.left(title),
        variant: 'success',
      })
    },
    onError: (error, way) => {
      if (isUnauthorized(error)) return
      showFailure(way === 'delete' ? texts.deleteFailed : texts.leaveFailed, () => go(way))
    },
  })
  const go = (way: 'delete' | 'leave') => {
    if (!going.isPending && !going.isSuccess) going.mutate(way)
  }
  const way = role === 'owner' ? 'delete' : 'leave'
  return (
    <>
      <Menu
        trigger={
          <IconButton name={texts.menu} tone="filled">
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      >
        {itemCount === 0 ? null : (
          // The answer is a file, so the page stays.
          <MenuItem onSelect={() => window.location.assign(contactSheetUrl(id))}>
            <FileDown size={18} aria-hidden />
            {texts.sheet}
          </MenuItem>
        )}
        {role === null ? null : way === 'leave' ? (
          <MenuItem onSelect={() => setAsked('leave')}>
            <LogOut size={18} aria-hidden />
            {texts.leave}
          </MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => setAsked('edit')}>
              <Pencil size={18} aria-hidden />
              {texts.edit}
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => setAsked('delete')}>
              <Trash2 size={18} aria-hidden />
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      <OnceOpened open={asked === 'edit'}>
        <BoardForm
          open={asked === 'edit'}
          onClose={() => setAsked(null)}
          viewerId={viewerId}
          board={board}
        />
      </OnceOpened>
      <OnceOpened open={asked === way}>
        <ConfirmDialog
          open={asked === way}
          onOpenChange={(open) => setAsked(open ? way : null)}
          title={way === 'delete' ? texts.deleteTitle(title) : texts.leaveTitle(title)}
          description={way === 'delete' ? texts.deleteLine : texts.leaveLine(owner.firstName)}
          keep={way === 'delete' ? texts.keep : texts.stay}
          confirm={way === 'delete' ? texts.delete : texts.leave}
          busy={going.isPending && (way === 'delete' ? texts.deleting : texts.leaving)}
          onConfirm={() => go(way)}
        />
      </OnceOpened>
    </>
  )
}
