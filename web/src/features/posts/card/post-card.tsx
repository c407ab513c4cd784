import '../posts.css'
import { Link } from '@tanstack/react-router'
import { Hourglass, Lock, Play, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { isWide, ratioOf } from '../../../lib/media/wall.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useFilmPreview } from '../../../ui/media/use-film-preview.tsx'
import { isViewable, filesOf, badgesOf, nameOf, type PostBadge } from './post-card-rules.ts'
import { PostComments, PostLikeButton, PostSaveButton, PostShareButton } from './post-counts.tsx'
import { FilePlaceholder } from './file-placeholder.tsx'
import { PostTags } from './post-tags.tsx'
import { texts } from '../posts-texts.ts'

interface PostCardProps {
  post: Post
  sizes: string
  priority?: boolean
}

/** A post with its placard. The whole card opens the post; nothing covers the picture. */
export function PostCard({ post, sizes, priority = false }: PostCardProps) {
  const file = post.media[0]
  const { handlers, preview } = useFilmPreview(post.isSensitive ? null : file?.video?.previewUrl)
  if (!file) return null
  const { creator, category } = post
  return (
    <article
      {...handlers}
      className="work post-card"
      data-wide={isWide(file) ? '' : undefined}
      style={{ '--ar': ratioOf(file.picture) } as CSSProperties}
    >
      <div className="work-picture">
        {isViewable(file) ? (
          <Picture
            picture={pictureSources(file.picture)}
            sizes={sizes}
            priority={priority}
            canReveal
          />
        ) : (
          <FilePlaceholder file={file} />
        )}
        {preview}
      </div>
      <div className="placard">
        <h3 className="work-title truncate text-16 text-ink">
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            className="work-link"
            aria-label={nameOf(post)}
          >
            {post.title}
          </Link>
        </h3>
        <p className="truncate text-14 text-ink-3">
          <span className="text-ink-2">
            {fullName(creator)}
            {category ? ',' : ''}
          </span>{' '}
          {category?.name}
        </p>
        {post.description === '' ? null : (
          <p className="placard-description truncate text-14 text-ink-3">{post.description}</p>
        )}
        <PostTags tags={post.tags} limit={5} />
        <div className="placard-row post-row">
          <PostLikeButton post={post} />
          <span className="placard-likes">
            <PostComments value={post.commentCount} />
          </span>
          <span className="placard-views">
            <Views value={post.viewCount} />
          </span>
          <span className="post-card-acts">
            <PostSaveButton post={post} />
            <PostShareButton post={post} />
          </span>
        </div>
        <PostBadges post={post} />
      </div>
    </article>
  )
}

function PostBadges({ post }: { post: Post }) {
  const files = filesOf(post.media)
  const marks = badgesOf(post)
  if (!post.isFeatured && files === null && marks.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-y-1.5 gap-x-2.5">
      {post.isFeatured ? <Badge kind="featured" /> : null}
      {marks.map((mark) => (
        <Mark key={mark} mark={mark} />
      ))}
      {files === null ? null : (
        <span className="post-files tnum">
          {post.media[0]?.kind === 'video' ? <Play size={12} aria-hidden /> : null}
          {files}
        </span>
      )}
    </p>
  )
}

function Mark({ mark }: { mark: PostBadge }) {
  if (mark === 'pending') return <Badge kind="pending" />
  return (
    <span
      className="text-12 inline-flex items-center gap-1.5 min-h-5.5 font-semibold text-ink-2 data-failed:text-danger"
      data-failed={mark === 'failed' ? '' : undefined}
    >
      {mark === 'private' ? <Lock size={13} aria-hidden /> : null}
      {mark === 'preparing' ? <Hourglass size={13} aria-hidden /> : null}
      {mark === 'failed' ? <TriangleAlert size={13} aria-hidden /> : null}
      {texts.card[mark]}
    </span>
  )
}
