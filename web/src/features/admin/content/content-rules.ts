import type { AdminPost, AdminWork } from '@plinth/contract/moderation/admin.ts'
import type { PostMedia } from '@plinth/contract/posts/posts.ts'
import type { Creator } from '@plinth/contract/people/users.ts'

export type ContentKind = 'posts' | 'works'

/** The server's name for each kind. */
export const subjectKind = { posts: 'post', works: 'portfolio' } as const

/** A post or a work in the form that moderation needs. */
export interface ContentItem {
  kind: ContentKind
  id: string
  title: string
  description: string
  creator: Creator
  category: string | null
  createdAt: string
  files: Pick<PostMedia, 'picture' | 'video' | 'failure'>[]
  isPending: boolean
  isFeatured: boolean
  isSensitive: boolean
  /** An admin can't remove the author's own label. */
  isSensitiveByAuthor: boolean
  isPrivate: boolean
  reportCount: number
  takenDown: AdminPost['takenDown']
  /** Null for works, which have no comments. */
  comments: number | null
}

export const itemOfPost = (post: AdminPost): ContentItem => ({
  kind: 'posts',
  id: post.id,
  title: post.title,
  description: post.description,
  creator: post.creator,
  category: post.category?.name ?? null,
  createdAt: post.createdAt,
  files: post.media,
  isPending: !post.isApproved,
  isFeatured: post.isFeatured,
  isSensitive: post.isSensitive,
  isSensitiveByAuthor: post.isSensitiveByAuthor,
  isPrivate: !post.isPublic,
  reportCount: post.reportCount,
  takenDown: post.takenDown,
  comments: post.commentCount,
})

export const itemOfWork = (work: AdminWork): ContentItem => ({
  kind: 'works',
  id: work.id,
  title: work.title,
  description: work.description,
  creator: work.creator,
  category: work.category.name,
  createdAt: work.createdAt,
  files: [{ picture: work.picture, video: work.video, failure: null }],
  isPending: false,
  isFeatured: work.isFeatured,
  isSensitive: work.isSensitive,
  isSensitiveByAuthor: work.isSensitiveByAuthor,
  isPrivate: false,
  reportCount: work.reportCount,
  takenDown: work.takenDown,
  comments: null,
})
