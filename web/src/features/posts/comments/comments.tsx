import './comments.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { COMMENT_SORTS, type CommentSort } from '@plinth/contract/choices.ts'
import type { Comment } from '@plinth/contract/posts/comments.ts'
import { count } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { commentsQuery } from './comment-api.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentThread } from './comment-thread.tsx'
import { texts } from './comment-texts.ts'
import { useSending } from './use-sending.ts'

/** Pages that are searched for the comment that the address links to. */
const MAX_LOOKED = 5

export interface CommentsProps {
  post: { id: string; title: string; commentCount: number }
  viewer: {
    id: string
    firstName: string
    lastName: string
    profileImageUrl: string | null
    isCreator: boolean
  } | null
  /** The comment that the address links to. */
  linkedId: string | undefined
}

/** A post's comments, and the field for a new one. */
export function Comments({ post, viewer, linkedId }: CommentsProps) {
  const client = useQueryClient()
  const [sort, setSort] = useState<CommentSort>('oldest')
  const query = useInfiniteQuery(commentsQuery(client, post.id, sort))
  const comments = query.data?.pages.flatMap(({ items }) => items)
  const sending = useSending(post.id, viewer?.id ?? null)
  const found = comments ?? []
  useLinked(linkedId, comments, query)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query

  return (
    <section id="comments" aria-labelledby="comments-title" className="comments">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="comments-title" className="display text-24 text-ink">
          {texts.title}{' '}
          {post.commentCount === 0 ? null : (
            <span className="tnum text-ink-3">{count(post.commentCount)}</span>
          )}
        </h2>
        {post.commentCount > 1 ? (
          <Select
            variant="quiet"
            aria-label={texts.sort}
            options={COMMENT_SORTS}
            value={sort}
            onValueChange={setSort}
          />
        ) : null}
      </div>
      {viewer === null ? (
        <Button asChild className="mt-5">
          <SignInLink
            act={{
              kind: 'open',
              for: 'comment',
              name: '',
              path: `/post/${post.id}`,
            }}
          >
            {texts.signIn}
          </SignInLink>
        </Button>
      ) : (
        <div className="mt-5 flex items-start gap-3">
          <Avatar {...faceOf(viewer)} size={40} className="mt-1" />
          <CommentBox
            label={texts.label}
            send={texts.send}
            value={sending.draft}
            onChange={sending.setDraft}
            onSend={(content) => sending.send({ content, parentId: undefined })}
          />
        </div>
      )}
      <QueryView
        query={query}
        skeleton={
          <p role="status" className="mt-8 text-16 text-ink-3">
            {texts.loading}
          </p>
        }
        failed={texts.failed}
      >
        {() =>
          found.length === 0 && sending.outbox.length === 0 ? (
            <div className="mt-8">
              <p className="text-16 font-semibold text-ink">{texts.empty}</p>
              <p className="mt-1 text-14 text-ink-3">{texts.emptyLine}</p>
            </div>
          ) : (
            <ol className="mt-6 grid gap-6">
              {found.map((comment) => (
                <CommentThread
                  key={comment.id}
                  comment={comment}
                  isMember={viewer !== null}
                  linkedId={linkedId}
                  sending={sending}
                />
              ))}
            </ol>
          )
        }
      </QueryView>
      {hasNextPage ? (
        <div className="mt-8">
          {isFetchNextPageError ? (
            <p role="alert" className="mb-3 text-14 text-danger">
              {texts.moreFailed}
            </p>
          ) : null}
          <Button
            onClick={() => void query.fetchNextPage()}
            busy={isFetchingNextPage && texts.loadingMore}
          >
            {isFetchNextPageError ? texts.again : texts.more}
          </Button>
        </div>
      ) : null}
      <Outbox sending={sending} />
    </section>
  )
}

/** Comments that are being sent or failed. */
function Outbox({ sending }: { sending: ReturnType<typeof useSending> }) {
  if (sending.outbox.length === 0) return null
  return (
    <ul className="mt-6 grid gap-4">
      {sending.outbox.map((comment) => (
        <li key={comment.clientId} className="comment-waiting">
          <p className="text-16 break-words whitespace-pre-line text-ink-2">{comment.content}</p>
          {comment.failure === null ? (
            <p role="status" className="text-14 text-ink-3">
              {texts.sending}
            </p>
          ) : (
            <div role="alert" className="flex flex-wrap items-center gap-3 text-14 text-danger">
              <span>
                {texts.notSent} {comment.failure}
              </span>
              <Button onClick={() => sending.retry(comment)}>{texts.again}</Button>
              <Button variant="quiet" onClick={() => sending.discard(comment)}>
                {texts.discard}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Loads pages until the comment that the address links to is found, and scrolls to it once. */
function useLinked(
  linkedId: string | undefined,
  comments: Comment[] | undefined,
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    data?: { pages: unknown[] } | undefined
    fetchNextPage: () => unknown
  },
): void {
  const shown = useRef<string>(undefined)
  const isThere =
    linkedId !== undefined &&
    comments?.some(
      ({ id, replies }) => id === linkedId || replies.some((one) => one.id === linkedId),
    )
  const pages = query.data?.pages.length ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (linkedId === undefined || shown.current === linkedId || comments === undefined) return
    if (isThere === true) {
      const element = document.querySelector(`#comment-${CSS.escape(linkedId)}`)
      element?.scrollIntoView({ block: 'center' })
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
      shown.current = linkedId
    } else if (hasNextPage && !isFetchingNextPage && pages < MAX_LOOKED) {
      void fetchNextPage()
    }
  }, [linkedId, comments, isThere, hasNextPage, isFetchingNextPage, pages, fetchNextPage])
}
