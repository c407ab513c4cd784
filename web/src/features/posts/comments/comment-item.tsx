import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, Flag, Heart, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Comment, Reply } from '@plinth/contract/posts/comments.ts'
import { ago } from '../../../lib/format/ago.ts'
import { count, counted, dateAndTime, fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import type { MemberAct } from '../../session/acts.ts'
import { useMemberAct } from '../../session/use-member-act.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { useDeleteComment, useEditComment, useLikeComment } from './comment-api.ts'
import { CommentBox } from './comment-box.tsx'
import { texts } from './comment-texts.ts'
import { CommentText } from './comment-text.tsx'

// Rarely needed, and the dialog is larger than all of the comments' code.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

export interface CommentItemProps {
  comment: Comment | Reply
  isMember: boolean
  /** The address links to this comment. */
  isLinked: boolean
  onReply: () => void
  children?: ReactNode
}

/** One comment: its author, time and text, and its buttons. */
export function CommentItem({ comment, isMember, isLinked, onReply, children }: CommentItemProps) {
  const [editing, setEditing] = useState(false)
  const { id, author, isRemoved } = comment
  const name = fullName(author)
  return (
    <li
      id={`comment-${id}`}
      tabIndex={-1}
      className={clsx('comment', isLinked && 'comment-linked')}
    >
      {isLinked ? <span className="sr-only">{texts.linked}</span> : null}
      <Avatar
        name={name}
        src={isRemoved ? null : author.profileImageUrl}
        creator={author.isCreator && !isRemoved}
        size={40}
      />
      <div className="min-w-0 flex-1">
        {isRemoved ? (
          <p className="py-2 text-16 text-ink-3">{texts.removed}</p>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-x-1.5 text-14 text-ink-3">
              {isMember || author.isCreator ? (
                <Link {...toPerson(author)} className="hit font-semibold text-ink hover:underline">
                  {name}
                </Link>
              ) : (
                <span className="font-semibold text-ink">{name}</span>
              )}
              {comment.isByCreator ? <span className="comment-maker">{texts.madeThis}</span> : null}
              <time dateTime={comment.createdAt} title={dateAndTime(comment.createdAt)}>
                {ago(comment.createdAt)}
              </time>
              {comment.editedAt === null ? null : <span>{texts.edited}</span>}
            </p>
            {editing ? (
              <EditBox comment={comment} onDone={() => setEditing(false)} />
            ) : (
              <p className="mt-0.5 text-16 break-words whitespace-pre-line text-ink-2">
                {isMember ? <CommentText comment={comment} /> : comment.content}
              </p>
            )}
            {editing ? null : (
              <CommentActions
                comment={comment}
                name={name}
                onReply={onReply}
                onEdit={() => setEditing(true)}
              />
            )}
          </>
        )}
        {children}
      </div>
    </li>
  )
}

function EditBox({ comment, onDone }: { comment: Comment | Reply; onDone: () => void }) {
  const [text, setText] = useState(comment.content)
  const edit = useEditComment()
  const save = (content: string) =>
    edit.mutate(
      { id: comment.id, content },
      {
        onSuccess: onDone,
        onError: (error) => showError(texts.saveFailed, sentenceOf(error, texts.tryLater)),
      },
    )
  return (
    <CommentBox
      label={texts.editLabel}
      send={texts.save}
      value={text}
      onChange={setText}
      onSend={save}
      onCancel={onDone}
      busy={edit.isPending && texts.saving}
      focusAtOnce
    />
  )
}

function CommentActions({
  comment,
  name,
  onReply,
  onEdit,
}: {
  comment: Comment | Reply
  name: string
  onReply: () => void
  onEdit: () => void
}) {
  const like = useLikeComment()
  const viewer = useViewer()
  const [asking, setAsking] = useState(false)
  // The time of the first render is precise enough, since the server checks again.
  const [opened] = useState(() => Date.now())
  const { id, author, isLiked, likeCount, editableUntil, canDelete } = comment
  const canReport = viewer !== null && viewer.id !== author.id
  const canEdit = editableUntil !== null && Date.parse(editableUntil) > opened
  const here = useLocation({ select: ({ href }) => href })
  const orSignIn = useMemberAct()
  const act: MemberAct = { kind: 'open', for: 'comment', name, path: here }
  return (
    <div className="flex items-center gap-4.5 min-h-8 mt-1">
      <button
        type="button"
        aria-pressed={isLiked}
        aria-label={
          likeCount === 0 ? texts.like(name) : `${counted(likeCount, 'like')}, ${texts.like(name)}`
        }
        onClick={() => orSignIn(act, () => like(id, isLiked, !isLiked))}
        className={clsx(
          'toggle hit text-14',
          isLiked ? 'text-accent-text' : 'text-ink-3 hover:text-ink',
        )}
      >
        <Heart size={16} aria-hidden />
        {likeCount === 0 ? null : <span className="tnum">{count(likeCount)}</span>}
      </button>
      <button
        type="button"
        aria-label={texts.replyTo(name)}
        onClick={() => orSignIn(act, onReply)}
        className="hit text-14 font-semibold text-ink-3 hover:text-ink"
      >
        {texts.reply}
      </button>
      {canEdit || canDelete || canReport ? (
        <Menu
          trigger={
            <IconButton name={texts.actions(name)} className="-my-2.5">
              <Ellipsis size={18} aria-hidden />
            </IconButton>
          }
        >
          {canEdit ? (
            <MenuItem onSelect={onEdit}>
              <Pencil size={18} aria-hidden />
              {texts.edit}
            </MenuItem>
          ) : null}
          {canDelete ? (
            <MenuItem onSelect={() => setAsking(true)}>
              <Trash2 size={18} aria-hidden />
              {texts.delete}
            </MenuItem>
          ) : null}
          {canReport ? (
            <MenuItem onSelect={() => openReport({ kind: 'comment', id, name: author.firstName })}>
              <Flag size={18} aria-hidden />
              {texts.report}
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      {asking ? <DeleteQuestion comment={comment} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function DeleteQuestion({ comment, onClose }: { comment: Comment | Reply; onClose: () => void }) {
  const remove = useDeleteComment(comment.postId)
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        title={texts.deleteTitle}
        description={texts.deleteText}
        keep={texts.keep}
        confirm={texts.deleteButton}
        busy={remove.isPending && texts.deleting}
        onConfirm={() =>
          remove.mutate(comment.id, {
            onSuccess: onClose,
            onError: (error) => showError(texts.deleteFailed, sentenceOf(error, texts.tryLater)),
          })
        }
      />
    </Suspense>
  )
}
