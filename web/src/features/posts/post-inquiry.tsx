import { Link } from '@tanstack/react-router'
import type { Post } from '@plinth/contract/posts.ts'
import { loginUrl } from '@plinth/contract/urls.ts'
import { inquiryPath, overInquiry } from '../../lib/write-search.ts'
import { Button } from '../../ui/button.tsx'
import { texts } from './post-page-texts.ts'

interface PostInquiryProps {
  post: Pick<Post, 'id' | 'creatorId'>
  workId: string
  isMember: boolean
  isOwn: boolean
}

/** What one can do about the work that a post shows. A visitor signs in first and comes back to the form. */
export const PostInquiry = ({ post, workId, isMember, isOwn }: PostInquiryProps) => (
  <div className="mt-5 grid gap-2">
    {isOwn ? null : isMember ? (
      <Button asChild variant="primary">
        <Link {...overInquiry(post.creatorId, workId)}>{texts.inquire}</Link>
      </Button>
    ) : (
      <Button asChild>
        <a href={loginUrl(inquiryPath(`/post/${post.id}`, post.creatorId, workId))}>
          {texts.inquire}
        </a>
      </Button>
    )}
    {isMember ? (
      <Button asChild>
        <Link to="/portfolio/$id" params={{ id: workId }}>
          {texts.seeWork}
        </Link>
      </Button>
    ) : null}
  </div>
)
