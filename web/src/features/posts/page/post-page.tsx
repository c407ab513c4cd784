import './post-page.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Post, PostView } from '@plinth/contract/posts/posts.ts'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { useDocumentTitle } from '../../../lib/routing/use-document-title.ts'
import { fullName } from '../../../lib/format/format.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { useWatchedPosts } from '../../../lib/live/live.ts'
import { currentPath } from '../../../lib/routing/paths.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Comments, type CommentsProps } from '../comments/comments.tsx'
import { postQuery, reportPostView } from '../post-api.ts'
import { findPost } from '../post-cache.ts'
import { PostPageMedia } from './post-page-media.tsx'
import { texts } from './post-page-texts.ts'
import { PostSide } from './post-side.tsx'
import { PostTags } from '../card/post-tags.tsx'

const GonePost = lazyRouteComponent(() => import('./gone-post.tsx'), 'GonePost')

const TAGS = 5

export interface PostPageProps {
  id: string
  viewer: CommentsProps['viewer']
  /** The comment that the address links to. */
  linkedId: string | undefined
  /** The button that follows its author. */
  renderFollow: (post: Post) => ReactNode
  /** The author's actions. */
  renderOwner: (post: Post & Partial<PostView>) => ReactNode
}

/** One post: its files across the page, its text, its comments and its author. */
export function PostPage({ id, viewer, linkedId, renderFollow, renderOwner }: PostPageProps) {
  const client = useQueryClient()
  const query = useQuery(postQuery(id))
  // If a list already contains the post, it is shown while the rest is loading.
  const [known] = useState(() => findPost(client, id))
  const post: (Post & Partial<PostView>) | undefined = query.data ?? known
  const isGone = isMissing(query.error)
  useDocumentTitle(
    isGone ? texts.goneTitle : post && texts.tabTitle(post.title, fullName(post.creator)),
  )
  useWatchedPosts(viewer !== null && post ? [id] : [])
  const looks = viewer !== null && query.data !== undefined && query.data.creatorId !== viewer.id
  useEffect(() => {
    if (looks) reportPostView(id)
  }, [looks, id])

  if (isGone)
    return (
      <Suspense fallback={<PostSkeleton />}>
        <GonePost isMember={viewer !== null} />
      </Suspense>
    )
  return (
    <QueryView query={{ ...query, data: post }} skeleton={<PostSkeleton />} failed={texts.failed}>
      {(shown) => (
        <article aria-labelledby="post-title">
          <div className="post-well">
            <div className="spot" aria-hidden />
            <PostPageMedia post={shown} />
          </div>
          <div className="page post-columns">
            <PostHead post={shown} />
            <PostSide
              post={shown}
              isMember={viewer !== null}
              isOwn={shown.creatorId === viewer?.id}
              follow={renderFollow(shown)}
              owner={renderOwner(shown)}
              invitation={viewer === null ? <Invitation /> : null}
            />
            <div className="min-w-0 pt-8 border-t border-t-line">
              <Comments post={shown} viewer={viewer} linkedId={linkedId} />
            </div>
          </div>
        </article>
      )}
    </QueryView>
  )
}

function PostHead({ post }: { post: Post }) {
  const { category, createdAt, location, mood, description, tags } = post
  const facts = [category?.name, texts.posted(dayOf(createdAt)), location]
    .filter(Boolean)
    .join(', ')
  return (
    <header className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        {post.isFeatured ? <Badge kind="featured" /> : null}
        {post.isApproved ? null : <Badge kind="pending" />}
        <p className="text-14 text-ink-3">{facts}</p>
      </div>
      <h1 id="post-title" className="work-title text-64 mt-4 text-ink wrap-anywhere">
        {post.title}
      </h1>
      {description === '' ? null : (
        <p className="mt-4 max-w-[58ch] text-18 whitespace-pre-line text-ink-2">{description}</p>
      )}
      {mood === null ? null : <p className="mt-3 text-14 text-ink-3">{texts.mood(mood)}</p>}
      {tags.length === 0 ? null : (
        <div className="mt-5">
          <PostTags tags={tags} limit={TAGS} />
        </div>
      )}
    </header>
  )
}

const Invitation = () => {
  // The server does not know the address to come back to; the browser fills it in.
  const here = typeof location === 'undefined' ? '/' : currentPath()
  return (
    <section className="mt-8 rounded-panel bg-surface-1 p-6">
      <h2 className="display text-20 text-ink">{texts.signInTitle}</h2>
      <p className="mt-2 text-14 text-ink-2">{texts.signInLine}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" asChild>
          <a href={loginUrl(here, { createAccount: true })}>{texts.join}</a>
        </Button>
        <Button asChild>
          <a href={loginUrl(here)}>{texts.signIn}</a>
        </Button>
      </div>
    </section>
  )
}

const PostSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <div className="post-well">
      <div className="page grid justify-items-center">
        <Skeleton style={{ width: 'min(100%, 90vh)', height: '60vh' }} />
      </div>
    </div>
    <div className="page post-columns">
      <div>
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="mt-5 h-14 w-4/5" />
        <Skeleton className="mt-6 h-20 w-full" />
      </div>
      <Skeleton className="h-60 w-full" />
    </div>
  </div>
)
