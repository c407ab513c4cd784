import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Post, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { date } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, whenClosed } from '../../ui/overlay/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { texts as all } from './advertising-texts.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

const texts = all.pick

export type PickedPost = Pick<Post, 'id' | 'title'>

interface PickProps {
  viewerId: string
  onPick: (post: PickedPost) => void
}

/** Lets the viewer pick one of their own public posts. */
export const PickPostDialog = ({
  open,
  onClose,
  ...props
}: PickProps & { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title}
    description={texts.about}
    width="narrow"
  >
    <Posts {...props} />
  </Dialog>
)

function Posts({ viewerId, onPick }: PickProps) {
  const client = useQueryClient()
  const query = useInfiniteQuery(ownPostsQuery(client, viewerId))
  if (query.data === undefined) {
    return query.error === null ? (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="mt-5 h-64" />
      </div>
    ) : (
      <div className="mt-5 grid justify-items-start gap-4">
        <ErrorText text={sentenceOf(query.error, texts.failed)} />
        <Button onClick={() => void query.refetch()}>{texts.again}</Button>
      </div>
    )
  }
  const posts = query.data.pages
    .flatMap(({ items }) => items)
    .filter(({ isPublic, isApproved, isReady }) => isPublic && isApproved && isReady)
  return (
    <div className="mt-4">
      {posts.length === 0 && !query.hasNextPage ? (
        <EmptyState
          title={texts.none}
          line={texts.noneLine}
          action={
            <Button asChild variant="primary">
              <Link to="/" search={{ dialog: 'post' }}>
                {texts.create}
              </Link>
            </Button>
          }
        />
      ) : (
        <ul className="mt-2">
          {posts.map((post) => (
            <li key={post.id}>
              <Row post={post} onPick={() => onPick(post)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <Button
          className="mt-4"
          busy={query.isFetchingNextPage && texts.loading}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </div>
  )
}

const Row = ({ post, onPick }: { post: Post; onPick: () => void }) => (
  <button
    type="button"
    onClick={onPick}
    className="flex w-full items-center gap-4 rounded-control py-2 text-left hover:bg-surface-3"
  >
    <img src={post.thumbnailUrl} alt="" width={56} height={56} className="object-cover" />
    <span className="min-w-0 flex-1 truncate text-16 work-title text-ink">{post.title}</span>{' '}
    <span className="text-13 text-ink-3">{date(post.createdAt)}</span>
  </button>
)

/** The same list that the member's own page reads. */
const ownPostsQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listUserPosts, { params: { id } })
